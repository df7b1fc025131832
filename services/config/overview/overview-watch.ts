import type { ServiceBroker } from "moleculer";
import { sendHint } from "#libs/contract-kit/send-hint.ts";
import type { Overview } from "#libs/contracts/config/index.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import type { BackgroundPart } from "#libs/platform/service/define-service.ts";
import { type Facts, gatherFacts, type OverviewDeps, overviewOf } from "./console-overview.ts";

/** How long what was gathered serves all streams. */
const FRESH_MS = SECOND;
/** Twice the time after which a gateway asks for each open stream anyway: without a question for so long, no console is open. */
const WATCHED_MS = 30 * SECOND;

const mayReadAll = () => true;

/** Gathers the overview for the open streams of all staff: once for all of them, and only while there are any. */
export interface OverviewWatch extends BackgroundPart {
  /** The facts of all parts, at most a second old. */
  current(): Promise<Facts>;
  /** Hints to the gateways when the overview has changed; called every two seconds. */
  look(): Promise<void>;
}

export function overviewWatch(deps: OverviewDeps): OverviewWatch {
  let broker: ServiceBroker | null = null;
  let gathered: { readonly facts: Promise<Facts>; readonly at: number } | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let known: string | null = null;

  const fresh = (): Promise<Facts> => {
    if (gathered && elapsedMs() - gathered.at < FRESH_MS) return gathered.facts;
    const facts = gatherFacts(deps, mayReadAll);
    gathered = { facts, at: elapsedMs() };
    facts.catch(() => {
      gathered = null;
    });
    return facts;
  };

  return {
    bind(serviceBroker) {
      broker = serviceBroker;
    },
    current() {
      askedAt = elapsedMs();
      return fresh();
    },
    async look() {
      if (elapsedMs() - askedAt > WATCHED_MS) return;
      const state = stateOf(overviewOf(deps, await fresh(), mayReadAll));
      if (state !== known) sendHint(broker, HINTS.overviewChanged);
      known = state;
    },
  };
}

/**
 * Stands for what a reader of an overview acts on. Sums of money and unpublished events are left out: they change all the time, and no work
 * depends on them.
 */
export function stateOf({ money: _money, outbox: _outbox, ...rest }: Overview): string {
  return sha256Hex(JSON.stringify(rest));
}
