import type { ErrorKey } from "#libs/errors/catalogue/index.ts";
import type { KillSwitch } from "#libs/policies/kill-switches.ts";
import type { RoutePermission } from "#libs/policies/permissions.ts";
import type { RateLimitPolicy } from "#libs/policies/rate-limits.ts";
import { csvParams, type WithCsv } from "./csv-params.ts";
import type { ClientInput, Deprecation, Input, Parsed, Rule, Rules, Value } from "./rules.ts";
import type { WorkClass } from "./work-class.ts";

/** The callers that a route admits (spec 5). `adminSession` accepts the session cookie only, `admin` a bearer token as well. */
export type AuthScope = "public" | "bearer" | "admin" | "adminSession";

/** The change that invalidates a response in the cache of a gateway. */
export type CachedUntil = "settings change" | "content changes";

/** A field of the result that is sent as a cookie instead of in the body. */
export interface CookieBinding {
  readonly field: string;
  readonly name: string;
  readonly path: string;
  /** Lifetime in seconds; until the browser is closed when absent. */
  readonly maxAgeSeconds?: number;
  /** A field of the result with the time at which the cookie ends, when the lifetime differs from case to case. */
  readonly untilField?: string;
  /** The value is never in the body, not even for clients without cookies. */
  readonly cookieOnly?: true;
}

export interface HttpBinding {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to /api/v1; path parameters are written {name}. */
  readonly path: string;
  /** Status of success; 200 when absent. */
  readonly status?: 200 | 201 | 202;
  /**
   * Two people must ask for the same. The request of the first one is answered with 202: its result has `approvals`, which is below 2.
   */
  readonly twoPeople?: true;
  readonly auth: AuthScope;
  /** Of several, any one opens the route; the action then looks at the object. */
  readonly permission?: RoutePermission;
  /** The caller must have proved who it is within `auth.step_up_minutes`; otherwise 403 auth.step_up.required. */
  readonly stepUp?: true;
  /** When absent: `admin_config` for admin routes, `default_user` for bearer routes, `default_ip` for public ones. */
  readonly limit?: RateLimitPolicy;
  readonly killSwitch?: KillSwitch;
  /** The header is optional on every write of a signed-in caller. `required` makes it mandatory, `never` is for responses with secrets. */
  readonly idempotency?: "required" | "never";
  /** Open to users whose account is deactivated until its deletion. */
  readonly openDuringDeletion?: true;
  /** Accepts tokens of sessions that ended because their user requested deletion. */
  readonly openToEndedSessions?: true;
  /** Accepts tokens of deleted users; the action responds with its own 404. */
  readonly openToDeletedUsers?: true;
  /** For public routes: a limit by network counts signed-in callers in it each on their own, apart from clients without credentials. */
  readonly servesCaller?: true;
  readonly cookie?: CookieBinding | readonly CookieBinding[];
  /** A cookie that the response deletes. */
  readonly expiresCookie?: Pick<CookieBinding, "name" | "path">;
  /** Request cookies that fill params with `from: "cookie"`: param → cookie name. */
  readonly readsCookies?: Readonly<Record<string, string>>;
  /** Headers of a successful response, for example `Cache-Control`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The sites of the setting `bio.embed_frame_ancestors` may frame a successful response. */
  readonly framable?: true;
  /** A successful response has an `ETag`, and a client that sends it gets 304. For GET routes. */
  readonly etag?: true;
  /**
   * Gateways cache a successful response and serve it from memory; it may be stale by at most one second. For GET routes whose result
   * depends on the parameters only, and on the caller by the permissions of the route alone.
   */
  readonly cachedUntil?: CachedUntil;
  /** Set when the route is deprecated; with the path of its successor, when there is one. */
  readonly deprecated?: Deprecation & { readonly successor?: string };
  /** Served at the root of the host instead of under /api/v1. */
  readonly root?: true;
  /** Sent without the success envelope: documents that follow a standard of their own. */
  readonly bare?: true;
  /** A result with a `document` of `{contentType, fileName, text}` is sent as that document. */
  readonly document?: true;
  /** The response is server-sent events: the gateway calls the action for each batch (stream.ts). For GET routes of signed-in callers. */
  readonly stream?: true;
  /**
   * The body is ignored and may have any type: mail programs send a form (RFC 8058). For routes without body parameters that are public or
   * require the header X-CSRF-Token. A page of another site cannot send that header without a preflight, so a form gains it nothing.
   */
  readonly ignoresBody?: true;
  /**
   * The body is a file. A picture is a JPEG, PNG or WebP, which the gateway decodes: it fills the param with `from: "picture"`, and the bus
   * carries only the result. A document may be a PDF, too: it fills the param with `from: "document"`, once for each part of the file, and
   * sends the answer to the last part. For routes of signed-in callers without a key of idempotency.
   */
  readonly upload?: "picture" | "document";
  /**
   * A result with `contentType` and `base64` is sent as those bytes. While it has a `nextPart`, the gateway asks for that part with the
   * param `from: "part"`: a file may be larger than a message of the bus.
   */
  readonly bytes?: true;
  /**
   * The list is also sent as a table, as a file of this name, in which `{field}` stands for a parameter: `format=csv` (see csv-table.ts). Its
   * result has one list of objects. A list for staff records its exports (audited-export.ts).
   */
  readonly csv?: string;
  /**
   * The body is passed on byte by byte, as base64 in the param with `from: "rawBody"`, because a signature covers it. Its signatures are in
   * the param with `from: "signatureHeaders"`. For public routes.
   */
  readonly rawBody?: true;
  /** Accepts JSON as text/plain too, because a browser sends a beacon of any other type only after a preflight. For public routes. */
  readonly acceptsTextPlain?: true;
}

/** The TypeScript type of an action's result. */
export type Result<R extends Rule | null> = R extends Rule ? Value<R> : void;

/** Types of the request, of the handler's parameters and of the result; they have no value at run time. */
interface Shape<Send, Receive, Return> {
  readonly send: Send;
  readonly receive: Receive;
  readonly return: Return;
}

interface Declaration<P extends Rules, R extends Rule | null, H extends HttpBinding | undefined = HttpBinding | undefined> {
  /** `service.action` */
  readonly name: string;
  readonly summary: string;
  /** The class of work with which it competes under load; `normal` when absent. */
  readonly class?: WorkClass;
  /** Absent for an internal action, which only other services call. */
  readonly http?: H;
  readonly params: P;
  /** Null when the response has no data. */
  readonly returns: R;
  readonly errors: readonly ErrorKey[];
  /**
   * Calls that are made in one tick of the caller's event loop share one message (batched-calls/call-batch.ts). For short work of even duration with
   * small results: a batch is answered when all of its calls are done.
   */
  readonly batchable?: true;
}

export interface ActionContract<Send = unknown, Receive = unknown, Return = unknown> extends Declaration<Rules, Rule | null> {
  readonly shape?: Shape<Send, Receive, Return>;
}

/** The parameters that a client of a route sends; a type without a value at run time. */
interface FromClient<Send> {
  readonly fromClient?: Send;
}

/** The route of a contract with its literals, and the parameters that its clients send. */
type Routed<P, H> = H extends HttpBinding ? { readonly http: H } & FromClient<ClientInput<P>> : unknown;

/** A contract that clients reach over HTTP. */
export type RoutedAction<Send = unknown, Return = unknown> = ActionContract<unknown, unknown, Return> & {
  readonly http: HttpBinding;
} & FromClient<Send>;

/** Declares an action: its parameters, its result and its route. */
export function action<const P extends Rules, const R extends Rule | null, const H extends HttpBinding | undefined = undefined>(
  contract: Declaration<P, R, H>,
): ActionContract<Input<WithCsv<P, H>>, Parsed<WithCsv<P, H>>, Result<R>> & Routed<WithCsv<P, H>, H>;
export function action(contract: ActionContract): ActionContract {
  return contract.http?.csv === undefined ? contract : { ...contract, params: { ...contract.params, ...csvParams } };
}

/**
 * The public part of an event. Subscribers outside the platform get it as a webhook, in the stream of public facts and as a Moleculer
 * event.
 */
export interface PublicPart<Field extends string = string> {
  /** The public fields of the payload. A field that is added to the event later stays internal until it is listed. */
  readonly fields: readonly Field[];
  /** Its public name; the name of the event when absent. */
  readonly type?: string;
}

export interface EventContract<P extends Rules = Rules> {
  /** `<resource>.<verb in the past tense>`, for example `message.sent` */
  readonly name: string;
  /** The service that publishes it, or the list of those that do; no other service may. */
  readonly owner: string | readonly string[];
  readonly summary: string;
  /** Absent: the event is internal. */
  readonly public?: PublicPart;
  readonly payload: P;
}

/** Whether a service may publish an event. */
export function ownsEvent({ owner }: Pick<EventContract, "owner">, service: string): boolean {
  return typeof owner === "string" ? owner === service : owner.includes(service);
}

/** Declares a durable event: it reaches every service that consumes it, at least once. */
export function event<const P extends Rules>(
  contract: EventContract<P> & { readonly public?: PublicPart<NoInfer<keyof P & string>> },
): EventContract<P> {
  return contract;
}

/** A broadcast that may be lost. Only its owner may send it. */
export interface HintContract {
  readonly name: `hint.${string}`;
  /** The service that sends it. */
  readonly owner: string;
}

/** Declares a hint. */
export function hint(contract: HintContract): HintContract {
  return contract;
}
