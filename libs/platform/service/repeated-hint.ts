import type { ServiceBroker } from "moleculer";
import type { HintContract } from "#libs/contract-kit/contract.ts";
import { sendHint } from "#libs/contract-kit/send-hint.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { after } from "#libs/kernel/timers.ts";
import type { BackgroundPart } from "./define-service.ts";

/** A change of another process, or one whose hint was lost, is heard of after this time. */
const REPEAT_MS = SECOND;

/** Broadcasts the revision of something, once a second and on demand, so that nobody has to ask for it. */
export interface RepeatedHint extends BackgroundPart {
  send(revision: string): void;
}

/** @param current reads the revision; while it cannot be read nobody hears of it. */
export function repeatedHint(hint: HintContract, current: () => Promise<string>): RepeatedHint {
  let broker: ServiceBroker | null = null;
  let stopRepeating = () => undefined as void;
  let running = false;

  const send = (revision: string) => sendHint(broker, hint, { revision });
  const sendCurrent = () => current().then(send, () => undefined);
  const repeat = () => {
    stopRepeating = after(REPEAT_MS, () => void sendCurrent().then(() => running && repeat()));
  };

  return {
    send,
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
