import type { ActionSchema, Context } from "moleculer";
import { AppError } from "#libs/errors/app-error.ts";
import { type CallOptions, call } from "./call.ts";
import type { Caller, CallerSeal } from "./caller.ts";
import type { ActionContract } from "./contract.ts";
import { mayDo } from "./roles.ts";
import { whileRunning } from "./running-action.ts";
import { parser } from "./validate.ts";

/** What travels beside the parameters. Set by the gateway only. */
export interface Meta {
  /** The sealed caller; see caller.ts. */
  caller?: string;
  /** Epoch milliseconds after which nobody waits for the answer. */
  deadline?: number;
}

/** What an action gets to work with. */
export interface Ctx<P> {
  readonly params: P;
  /** The signed-in user. Throws AUTH_UNAUTHORIZED when there is none. */
  readonly caller: Caller;
  /** The signed-in user, or null. */
  readonly visitor: Caller | null;
  /** Correlation id of the request. */
  readonly requestId: string;
  /** Calls another service on behalf of the same caller. */
  call<Send, Return>(contract: ActionContract<Send, unknown, Return>, params: NoInfer<Send>, options?: CallOptions): Promise<Return>;
  /** Tells every process to look again at what it polls anyway. May be lost; never fails. */
  hint(name: `hint.${string}`, payload?: unknown): void;
}

/** The function that does the work of a contract. */
export type HandlerOf<C> = C extends ActionContract<unknown, infer Receive, infer Return> ? (ctx: Ctx<Receive>) => Promise<Return> : never;

/** An action schema that remembers the contract it implements. */
export type Implementation = ActionSchema & { contract: ActionContract };

let seal: CallerSeal | null = null;

/** Tells this process the key of the gateway's seal; once, at start. */
export function trustSeal(callerSeal: CallerSeal): void {
  seal = callerSeal;
}

/** The callee asks for the rights of a route itself: a call may come from elsewhere than the gateway. */
function requireRights({ http }: ActionContract, visitor: Caller | null): void {
  if (!http || http.auth === "public") return;
  if (!visitor) throw new AppError("error.unauthorized");
  if (http.permission && !mayDo(visitor.roles, http.permission)) throw new AppError("error.forbidden");
}

/** Callee's side of a contract: checks the input, knows the caller, refuses work that nobody waits for any more. */
export function implement<C extends ActionContract>(contract: C, handler: HandlerOf<C>): Implementation {
  const parse = parser(contract.params);
  return {
    contract,
    visibility: contract.http ? "published" : "public",
    async handler(moleculer: Context<unknown, Meta>): Promise<unknown> {
      if (moleculer.meta.deadline !== undefined && moleculer.meta.deadline < Date.now()) throw new AppError("error.upstream_timeout");
      const visitor = seal?.open(moleculer.meta.caller) ?? null;
      requireRights(contract, visitor);
      return whileRunning(contract, () =>
        handler({
          params: parse(moleculer.params),
          visitor,
          get caller() {
            if (!visitor) throw new AppError("error.unauthorized");
            return visitor;
          },
          requestId: moleculer.requestID ?? moleculer.id,
          call: (other, params, options) => call(moleculer, other, params, options),
          hint: (name, payload = {}) => void Promise.resolve(moleculer.broadcast(name, payload)).catch(() => undefined),
        }),
      );
    },
  };
}
