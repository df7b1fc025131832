import { Errors } from "moleculer";
import { after } from "#libs/kernel/timers.ts";

/** A call of Moleculer's transit that waits for its answer. */
export interface PendingCall {
  readonly ctx: { readonly action: { readonly name: string } };
  reject(error: Error): void;
  /** Sends the call again. */
  again?: () => void;
  /** How often nobody heard it. */
  unheard?: number;
}

/** Pauses before a call is sent again, in milliseconds: a server that reads its configuration anew knows of no subscription for a moment. */
const PAUSES_MS = [25, 50, 100, 200] as const;

/**
 * NATS says that nobody was subscribed to a call, so nobody has run it: it is sent again some times, and then ends. Without this the calls
 * of a service whose only replica has died would wait for their timeout, until its node has missed its heartbeats after 15 to 30 s.
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
