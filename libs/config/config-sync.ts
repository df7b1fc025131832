import type { Middleware, ServiceBroker } from "moleculer";
import type { Logger } from "pino";
import { call } from "#libs/contract-kit/call.ts";
import { getConfigSnapshot } from "#libs/contracts/config.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { wait } from "#libs/kernel/wait.ts";
import type { ConfigReader } from "./reader.ts";

export interface ConfigSyncDeps {
  readonly config: ConfigReader;
  readonly logger: Logger;
}

/** All in milliseconds. A change is known everywhere after one poll at the latest, even when its hint was lost. */
const POLL_MS = 1_000;
const CALL_MS = 1_500;
/** The first questions may be asked before anybody listens on the bus: they are lost, so they are short. */
const FIRST_MS = 2_500;
const FIRST_CALL_MS = 300;
const FIRST_RETRY_MS = 50;

/**
 * Keeps the settings, flags and kill switches of a process up to date: asks at start, each second, and at once after a
 * hint. While the config service cannot be reached the last known state stays; the defaults before the first answer.
 */
export function configSync({ config, logger }: ConfigSyncDeps): Middleware {
  let refresh = async (): Promise<boolean> => false;
  let patience = FIRST_CALL_MS;
  let timer: NodeJS.Timeout | undefined;
  let running = false;

  const poll = () => {
    timer = setTimeout(() => {
      void refresh().then(() => {
        if (running) poll();
      });
    }, POLL_MS);
    timer.unref();
  };

  return {
    name: "ConfigSync",
    created(broker) {
      refresh = reporting(
        oneAtATime(() => ask(broker, config, patience)),
        logger,
      );
      broker.createService({ name: "$config-sync", events: { [HINTS.configChanged]: () => void (running && refresh()) } });
    },
    async started(broker) {
      running = true;
      await firstAnswer(refresh, broker.transit ? FIRST_MS : 0);
      patience = CALL_MS;
      if (running) poll();
    },
    async stopping() {
      running = false;
      clearTimeout(timer);
    },
  };
}

async function ask(broker: ServiceBroker, config: ConfigReader, timeout: number): Promise<boolean> {
  if (!broker.registry.actions.isAvailable(getConfigSnapshot.name)) return false;
  try {
    // A lost question must not hold up a process that stops.
    const snapshot = await call(broker, getConfigSnapshot, { knownRevision: config.revision() }, { timeout, tracking: false });
    if (!snapshot.unchanged) config.update(snapshot);
    return true;
  } catch {
    return false;
  }
}

/** A request during a run starts one further run, because the running one may have looked too early. */
function oneAtATime(work: () => Promise<boolean>): () => Promise<boolean> {
  let current: Promise<boolean> | null = null;
  let next: Promise<boolean> | null = null;
  const start = () => {
    current = work().finally(() => {
      current = null;
    });
    return current;
  };
  return () => {
    if (!current) return start();
    next ??= current.then(() => {
      next = null;
      return start();
    });
    return next;
  };
}

/** Says once that the settings cannot be refreshed, and once that they can again. */
function reporting(refresh: () => Promise<boolean>, logger: Logger): () => Promise<boolean> {
  let reachable = true;
  return async () => {
    const answered = await refresh();
    if (answered !== reachable) {
      reachable = answered;
      if (answered) logger.info("settings are up to date again");
      else logger.warn("settings cannot be refreshed; the last known ones stay");
    }
    return answered;
  };
}

async function firstAnswer(refresh: () => Promise<boolean>, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs;
  while (!(await refresh()) && performance.now() < until) await wait(FIRST_RETRY_MS);
}
