import type { ServiceBroker } from "moleculer";
import type { HintContract } from "#libs/contract-kit/contract.ts";
import { sendHint } from "#libs/contract-kit/send-hint.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { after, elapsedMs } from "#libs/kernel/timers.ts";
import { isAlone } from "#libs/platform/bus/is-alone.ts";
import type { BackgroundPart } from "./define-service.ts";

/** A change of another process, or one whose hint was lost, is noticed after this time. */
const REPEAT_MS = SECOND;
/** Longer than a transaction and a pause: after this time a begun change is visible, or never will be. */
const VISIBLE_AFTER_MS = 12 * SECOND;
/** A single process re-reads an unchanged revision this often, as a safety net. */
const REST_MS = 5 * SECOND;

/** Broadcasts a revision, once a second and on demand, so that other processes need not poll for it. */
export interface RepeatedHint extends BackgroundPart {
  send(revision: string): void;
  /** A change of the revision begins: until it must be visible, the revision is read each time. */
  noteChange(): void;
}

/** @param read reads the revision; while it fails, no hint is sent */
export function repeatedHint(hint: HintContract, read: () => Promise<string>): RepeatedHint {
  let broker: ServiceBroker | null = null;
  let stopRepeating = () => undefined as void;
  let running = false;
  let known: { readonly revision: string; readonly readAt: number } | null = null;
  let busyUntil = elapsedMs() + VISIBLE_AFTER_MS;

  const send = (revision: string) => sendHint(broker, hint, { revision });
  const current = async (): Promise<string> => {
    const now = elapsedMs();
    const isAsRead = known !== null && now >= busyUntil && now - known.readAt < REST_MS && broker !== null && isAlone(broker, hint.owner);
    if (known && isAsRead) return known.revision;
    known = null;
    const revision = await read();
    known = { revision, readAt: now };
    return revision;
  };
  const sendCurrent = () => current().then(send, () => undefined);
  const repeat = () => {
    stopRepeating = after(REPEAT_MS, () => void sendCurrent().then(() => running && repeat()));
  };

  return {
    send,
    noteChange() {
      busyUntil = elapsedMs() + VISIBLE_AFTER_MS;
    },
    bind(serviceBroker) {
      broker = serviceBroker;
    },
    start() {
      running = true;
      void sendCurrent();
      repeat();
    },
    stop() {
      running = false;
      stopRepeating();
    },
  };
}
