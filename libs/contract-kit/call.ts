import type { CallingOptions, Context, ServiceBroker } from "moleculer";
import type { ActionContract } from "./contract.ts";

export interface CallOptions {
  /** Milliseconds until the call counts as failed. */
  readonly timeout?: number;
  /** How often a failed call is repeated; only for actions that may run twice. */
  readonly retries?: number;
  /** Correlation id of the request; inherited when absent. */
  readonly requestID?: string;
  /** What travels beside the parameters; set by the gateway only. */
  readonly meta?: object;
  /** False: a process that stops does not wait for the answer. */
  readonly tracking?: boolean;
}

/** Whoever can make a call: a broker, or the context of a running action (which passes its caller on). */
export type Origin = Pick<ServiceBroker, "call"> | Pick<Context, "call">;

/** Calls an action by its contract: a wrong field does not compile, the answer is typed. Throws AppError as the callee did. */
export async function call<Send, Return>(
  origin: Origin,
  contract: ActionContract<Send, unknown, Return>,
  params: NoInfer<Send>,
  options: CallOptions = {},
): Promise<Return> {
  const { call: send } = origin as { call(name: string, params: unknown, options: CallingOptions): Promise<unknown> };
  return (await send.call(origin, contract.name, params, options)) as Return;
}
