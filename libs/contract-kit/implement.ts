import type { ActionSchema, Context } from "moleculer";
import { AppError } from "#libs/errors/app-error.ts";
import { hasPermission, isAdminRole } from "#libs/policies/roles.ts";
import { busNow } from "./bus-clock.ts";
import { type CallOptions, call } from "./call.ts";
import type { Caller, CallerSeals } from "./caller.ts";
import type { ActionContract, HintContract } from "./contract.ts";
import { requireDeclared } from "./declared-calls.ts";
import { type ProofRule, requireRecentProof } from "./recent-proof.ts";
import { whileRunning } from "./running-action.ts";
import { sendHint } from "./send-hint.ts";
import { continueTrace } from "./tracing.ts";
import { parser } from "./validate.ts";

/** Sent beside the parameters; set by the gateway only, except the trace. */
interface Meta {
  /** Trace position of the calling work. */
  traceparent?: string;
  /** The sealed caller; see caller.ts. */
  caller?: string;
  /** Time at which the gateway began to wait for the result, in epoch milliseconds of the bus clock. */
  sentAt?: number;
  /** Longest wait of the gateway, in milliseconds. */
  budgetMs?: number;
}

/** The context that the handler of an action receives. */
export interface Ctx<P> {
  readonly params: P;
  /** The signed-in user. Throws AUTH_UNAUTHORIZED when there is none. */
  readonly caller: Caller;
  /** The signed-in user, or null. */
  readonly optionalCaller: Caller | null;
  /** Throws 403 auth.step_up.required for an old proof: for an object that wants a step-up, on a route that wants none. */
  requireRecentProof(): void;
  /** Correlation id of the request. */
  readonly requestId: string;
  /** Id of the calling node; null when it is this node. On a bus that authenticates its clients: `<process>.<random>`. */
  readonly sender: string | null;
  /** Calls another service on behalf of the same caller. */
  call<Send, Return>(contract: ActionContract<Send, unknown, Return>, params: NoInfer<Send>, options?: CallOptions): Promise<Return>;
  /** Makes every process poll now instead of at its next interval. May be lost; never fails. */
  hint(contract: HintContract, payload?: unknown): void;
}

/** The handler of the action of a contract. */
export type HandlerOf<C> = C extends ActionContract<unknown, infer Receive, infer Return> ? (ctx: Ctx<Receive>) => Promise<Return> : never;

/** An action schema with the contract that it implements. */
export type Implementation = ActionSchema & { contract: ActionContract };

let seals: Pick<CallerSeals, "open"> | null = null;

/** Sets the seals by which this process verifies callers; once, at start. */
export function setCallerSeals(callerSeals: Pick<CallerSeals, "open">): void {
  seals = callerSeals;
}

let proofRule: ProofRule | null = null;

/** Sets how old the proof of a caller may be; once, at start. */
export function setProofRule(rule: ProofRule): void {
  proofRule = rule;
}

/** Checks role, permission and proof of a route again, because a call may come from another process than the gateway. */
function requirePermission({ http }: ActionContract, caller: Caller | null): void {
  if (!http || http.auth === "public") return;
  if (!caller) throw new AppError("error.unauthorized");
  if (http.permission && !hasPermission(caller.roles, http.permission)) throw new AppError("error.forbidden");
  if (http.auth !== "bearer" && !caller.roles.some(isAdminRole)) throw new AppError("error.forbidden");
  if (proofRule) requireRecentProof(http, caller, proofRule);
}

/** The calls that a service declares in its schema. */
function declaredBy(service: { readonly schema: object } | null): readonly ActionContract[] {
  return (service?.schema as { calls?: readonly ActionContract[] } | undefined)?.calls ?? [];
}

/** The tolerated difference between two clocks after they were compared, in milliseconds. */
const MAX_SKEW_MS = 2_000;

/**
 * Whether the caller has already given up. The time since the call arrived, including its wait in the queue, is exact: `timeout` is the
 * time that remained when it was sent. The transport time is as exact as the clocks of both machines agree.
 */
function callerGaveUp({ meta: { sentAt, budgetMs }, options, startHrTime }: Context<unknown, Meta>): boolean {
  if (sentAt !== undefined && budgetMs !== undefined && busNow() > sentAt + budgetMs + MAX_SKEW_MS) return true;
  if (!startHrTime || !options?.timeout) return false;
  const [seconds, nanoseconds] = process.hrtime(startHrTime);
  return seconds * 1e3 + nanoseconds / 1e6 >= options.timeout;
}

/** Creates the action of a contract: verifies the caller, checks permission and parameters, and refuses calls whose caller gave up. */
export function implement<C extends ActionContract>(contract: C, handler: HandlerOf<C>): Implementation {
  const parse = parser(contract.params);
  return {
    contract,
    visibility: contract.http ? "published" : "public",
    async handler(context: Context<unknown, Meta>): Promise<unknown> {
      if (callerGaveUp(context)) throw new AppError("error.upstream_timeout");
      const optionalCaller = seals?.open(context.meta.caller, { action: contract.name, requestId: context.requestID ?? "" }) ?? null;
      requirePermission(contract, optionalCaller);
      const requestId = context.requestID ?? context.id;
      const origin = { requestId, traceparent: context.meta.traceparent };
      const run = () =>
        handler({
          params: parse(context.params),
          optionalCaller,
          get caller() {
            if (!optionalCaller) throw new AppError("error.unauthorized");
            return optionalCaller;
          },
          requireRecentProof() {
            if (proofRule) requireRecentProof({ stepUp: true }, optionalCaller, proofRule);
          },
          requestId,
          sender: context.nodeID === context.broker.nodeID ? null : context.nodeID,
          async call(other, params, options) {
            requireDeclared(context.service?.name ?? "", declaredBy(context.service), other);
            return call(context, other, params, options);
          },
          hint: (contract, payload) => sendHint(context, contract, payload),
        });
      return continueTrace({ name: contract.name, kind: "server" }, origin, (own) => whileRunning(contract, own, run));
    },
  };
}
