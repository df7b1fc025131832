import { AppError } from "#libs/errors/app-error.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { type Answer, sendAnswer } from "./answer.ts";
import { withEntityTag } from "./conditional.ts";
import { successAnswer } from "./envelope.ts";
import { errorAnswer } from "./error-envelope.ts";
import type { Exchange } from "./exchange.ts";
import { withFraming } from "./framing.ts";
import type { Invoke } from "./invoke.ts";
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
import type { Streams } from "./stream/streams.ts";

export interface RequestDeps extends Omit<IdentifyDeps, "clock"> {
  readonly runtime: Runtime;
  readonly invoke: Invoke;
  readonly streams: Streams;
  readonly adminSessions: AdminSessions;
}

export type HandleRequest = (exchange: Exchange, route: Route, pathParams: Readonly<Record<string, string>>) => Promise<void>;

/** What every routed request passes, in the one order: body, limit, caller, permission and CSRF, kill switch, idempotency, validation, action. */
export function requestHandler(deps: RequestDeps): HandleRequest {
  const { runtime, streams, adminSessions, adminCookies } = deps;
  const identifyDeps: IdentifyDeps = { ...deps, clock: runtime.clock };
  const origins = new Set(runtime.env.corsOrigins);
  const { call: callAction } = actionCaller(deps);

  /** Null: the answer is a stream, and it has begun. */
  const answerTo = async (exchange: Exchange, route: Route, pathParams: Readonly<Record<string, string>>): Promise<Answer | null> => {
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
    if (http.stream) {
      await streams.open(exchange, route, checkedParams(route, sources, exchange));
      return null;
    }
    const run = () => callAction(exchange, route, sources);
    if (key === null || !exchange.caller) return run();
    const { replays } = runtime.counters;
    return answerOnce({ replays, route, caller: exchange.caller, sources, key, secret: runtime.env.secrets.pseudonymKey }, run);
  };

  return async (exchange, route, pathParams) => {
    exchange.route = route.pattern;
    try {
      const answer = await answerTo(exchange, route, pathParams);
      if (answer) sendAnswer(exchange, answer);
    } catch (error) {
      sendAnswer(exchange, errorAnswer(error, exchange, runtime.logger));
    }
  };
}

/** Calls the action of a route on behalf of the caller; its refusal is an answer as well. Throws 400 for input that the contract refuses. */
function actionCaller({ runtime, invoke }: RequestDeps) {
  return {
    async call(exchange: Exchange, route: Route, sources: ParamSources): Promise<Answer> {
      const params = checkedParams(route, sources, exchange);
      try {
        const result = await invoke(exchange, route, params);
        const answer = withFraming(successAnswer(route, result, exchange), route.contract.http, runtime.config);
        return route.contract.http.etag ? withEntityTag(answer, exchange.request.headers["if-none-match"]) : answer;
      } catch (error) {
        return errorAnswer(error, exchange, runtime.logger);
      }
    },
  };
}

/** Throws 400 for input that the contract refuses. */
function checkedParams(route: Route, sources: ParamSources, exchange: Exchange): object {
  const outcome = route.validate(requestParams(route, sources, exchange));
  if ("details" in outcome) throw new AppError("error.validation_failed", {}, outcome.details);
  return outcome.value;
}

/** Only methods with a body have it read. */
async function bodyOf({ request }: Exchange, { contract: { http } }: Route): Promise<Record<string, unknown>> {
  return http.method === "GET" || http.method === "DELETE" || http.ignoresBody ? {} : readJsonBody(request, http.acceptsTextPlain);
}

async function outcomeOf<T>(work: Promise<T>): Promise<[T, null] | [null, unknown]> {
  try {
    return [await work, null];
  } catch (error) {
    return [null, error];
  }
}
