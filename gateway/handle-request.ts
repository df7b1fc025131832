import { call, type Origin } from "#libs/contract-kit/call.ts";
import { callerSeal } from "#libs/contract-kit/caller.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { type Answer, sendAnswer } from "./answer.ts";
import { withEntityTag } from "./conditional.ts";
import { successAnswer } from "./envelope.ts";
import { errorAnswer } from "./error-envelope.ts";
import type { Exchange } from "./exchange.ts";
import type { AdminSessions } from "./pipeline/admin-sessions.ts";
import { answerOnce, idempotencyKeyOf } from "./pipeline/idempotency.ts";
import { type IdentifyDeps, identifyCaller } from "./pipeline/identify-caller.ts";
import { refuseSwitchedOff } from "./pipeline/kill-switch.ts";
import { countRequest } from "./pipeline/rate-limit.ts";
import { requireCaller } from "./pipeline/require-caller.ts";
import { requireCsrf } from "./pipeline/require-csrf.ts";
import { requirePermission } from "./pipeline/require-permission.ts";
import { readJsonBody } from "./request-body.ts";
import { type ParamSources, requestParams } from "./request-params.ts";
import type { Route } from "./routes.ts";

/** Longest time an action may take, in milliseconds; the client gets 504 then. */
const ACTION_MS = 8_000;

export interface RequestDeps extends Omit<IdentifyDeps, "clock"> {
  readonly runtime: Runtime;
  readonly origin: Origin;
  readonly adminSessions: AdminSessions;
}

export type HandleRequest = (exchange: Exchange, route: Route, pathParams: Readonly<Record<string, string>>) => Promise<void>;

/** What every routed request passes, in the one order: body, limit, caller, permission and CSRF, kill switch, idempotency, validation, action. */
export function requestHandler(deps: RequestDeps): HandleRequest {
  const { runtime, adminSessions, adminCookies } = deps;
  const identifyDeps: IdentifyDeps = { ...deps, clock: runtime.clock };
  const origins = new Set(runtime.env.corsOrigins);
  const { call: callAction } = actionCaller(deps);

  const answerTo = async (exchange: Exchange, route: Route, pathParams: Readonly<Record<string, string>>): Promise<Answer> => {
    const { headers } = exchange.request;
    const { http } = route.contract;
    const [body, bodyError] = await outcomeOf(bodyOf(exchange, route));
    const identity = await identifyCaller(headers, identifyDeps);
    // An unreadable body wins over the limit, but counts.
    const refusal = await countRequest(runtime, route, identity, exchange);
    if (!body) throw bodyError;
    if (refusal) throw refusal;
    exchange.caller = await requireCaller(http, identity, headers, adminSessions);
    requirePermission(http, exchange.caller);
    requireCsrf(http, identity, headers, adminCookies, origins);
    refuseSwitchedOff(http, runtime.config);
    const key = idempotencyKeyOf(route, headers["idempotency-key"], exchange.caller);
    const sources: ParamSources = { pathParams, query: exchange.query, body, idempotencyKey: key };
    const run = () => callAction(exchange, route, sources);
    if (key === null || !exchange.caller) return run();
    const { replays } = runtime.counters;
    return answerOnce({ replays, route, caller: exchange.caller, sources, key, secret: runtime.env.secrets.pseudonymKey }, run);
  };

  return async (exchange, route, pathParams) => {
    exchange.route = route.pattern;
    try {
      sendAnswer(exchange, await answerTo(exchange, route, pathParams));
    } catch (error) {
      sendAnswer(exchange, errorAnswer(error, exchange, runtime.logger));
    }
  };
}

/** Calls the action of a route on behalf of the caller; its refusal is an answer as well. Throws 400 for input that the contract refuses. */
function actionCaller({ runtime, origin }: RequestDeps) {
  const seal = callerSeal(runtime.env.secrets.callerSealKey);
  return {
    async call(exchange: Exchange, route: Route, sources: ParamSources): Promise<Answer> {
      const outcome = route.validate(requestParams(route, sources, exchange));
      if ("details" in outcome) throw new AppError("error.validation_failed", {}, outcome.details);
      try {
        const result = await call(origin, route.contract, outcome.value, {
          timeout: ACTION_MS,
          requestID: exchange.correlationId,
          // A process that stops closes its server first, and the server waits for this answer.
          tracking: false,
          meta: { ...(exchange.caller ? { caller: seal.seal(exchange.caller) } : {}), deadline: Date.now() + ACTION_MS },
        });
        const answer = successAnswer(route, result, exchange.platform);
        return route.contract.http.etag ? withEntityTag(answer, exchange.request.headers["if-none-match"]) : answer;
      } catch (error) {
        return errorAnswer(error, exchange, runtime.logger);
      }
    },
  };
}

/** Only methods with a body have it read. */
async function bodyOf({ request }: Exchange, { contract: { http } }: Route): Promise<Record<string, unknown>> {
  return http.method === "GET" || http.method === "DELETE" ? {} : readJsonBody(request, http.acceptsTextPlain);
}

async function outcomeOf<T>(work: Promise<T>): Promise<[T, null] | [null, unknown]> {
  try {
    return [await work, null];
  } catch (error) {
    return [null, error];
  }
}
