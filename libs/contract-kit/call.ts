import type { CallingOptions, Context, ServiceBroker } from "moleculer";
import type { ActionContract } from "./contract.ts";
import { runningTrace } from "./running-action.ts";

export interface CallOptions {
  /** Milliseconds until the call counts as failed. */
  readonly timeout?: number;
  /** Maximum number of repetitions of a failed call; only for idempotent actions. */
  readonly retries?: number;
  /** Correlation id of the request; inherited when absent. */
  readonly requestID?: string;
  /** Sent beside the parameters; set by the gateway only. */
  readonly meta?: object;
  /** When false, a process that stops does not wait for this call. */
  readonly tracking?: boolean;
}

/** A broker, or the context of a running action, which passes on the caller of the action. */
type CallOrigin = Pick<ServiceBroker, "call"> | Pick<Context, "call">;

/**
 * Calls an action by its contract, with typed parameters and a typed result, as a part of the running trace. Throws the AppError of the
 * callee.
 */
export async function call<Send, Return>(
  origin: CallOrigin,
  contract: ActionContract<Send, unknown, Return>,
  params: NoInfer<Send>,
  options: CallOptions = {},
): Promise<Return> {
  const { call: send } = origin as { call(name: string, params: unknown, options: CallingOptions): Promise<unknown> };
  return (await send.call(origin, contract.name, params, withTrace(options))) as Return;
}

/** The options of a call that is a part of the running trace, if there is one. */
export function withTrace<O extends CallOptions>(options: O): O {
  const trace = runningTrace();
  return trace.traceparent === undefined ? options : { ...options, meta: { ...options.meta, ...trace } };
}
