import { Errors } from "moleculer";
import { after } from "#libs/kernel/timers.ts";

/** A call of Moleculer's transit that waits for its answer. */
export interface PendingCall {
  readonly ctx: { readonly action: { readonly name: string } };
  reject(error: Error): void;
  /** Sends the call again. */
  again?: () => void;
  /** The number of times that it was sent without a subscriber. */
  unheard?: number;
}

/** Pauses before a call is sent again, in milliseconds: a server that reloads its configuration has no subscriptions for a moment. */
const PAUSES_MS = [25, 50, 100, 200] as const;

/**
 * NATS reports that a call had no subscriber, so it was not run. The call is sent again a few times, and then rejected. Without this, calls
 * of a service whose only replica has died would wait for their timeout. That would last until the node misses its heartbeats after 15 to
 * 30 s.
 */
export function callUnheard(calls: Map<string, PendingCall>, id: string): void {
  const call = calls.get(id);
  if (!call) return;
  const pause = PAUSES_MS[call.unheard ?? 0];
  call.unheard = (call.unheard ?? 0) + 1;
  if (pause !== undefined) {
    after(pause, () => {
      if (calls.get(id) === call) call.again?.();
    });
    return;
  }
  calls.delete(id);
  call.reject(new Errors.ServiceNotAvailableError({ action: call.ctx.action.name, nodeID: "" }));
}
