import type { ErrorKey } from "#libs/errors/catalogue/index.ts";
import type { Permission } from "./permissions.ts";
import type { Given, Parsed, Rule, Rules, Value } from "./rules.ts";
import type { KillSwitch, RateLimitPolicy } from "./settings.ts";

/** Who may call a route (spec 5). `adminSession` takes the session cookie only. */
export type AuthScope = "public" | "bearer" | "admin" | "adminSession";

/** A field of the answer that travels as a cookie instead of in the body. */
export interface CookieBinding {
  readonly field: string;
  readonly name: string;
  readonly path: string;
  /** Lifetime in seconds; until the browser is closed when absent. */
  readonly maxAgeSeconds?: number;
  /** The value is in no body, not even for clients without cookies. */
  readonly cookieOnly?: true;
}

export interface HttpBinding {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to /api/v1; path parameters are written {name}. */
  readonly path: string;
  /** Status of success; 200 when absent. */
  readonly status?: 200 | 201 | 202;
  readonly auth: AuthScope;
  readonly permission?: Permission;
  /** When absent: `admin_config` for admin routes, `default_user` for bearer routes, `default_ip` for public ones. */
  readonly limit?: RateLimitPolicy;
  readonly killSwitch?: KillSwitch;
  /** `optional` on every other write of a signed-in caller; `required` makes the header mandatory; `never` for answers that hold secrets. */
  readonly idempotency?: "required" | "never";
  /** Open to whoever signs in while the own deletion is due. */
  readonly openDuringDeletion?: true;
  /** The token of a session that the owner's deletion has ended is let through. */
  readonly openToEndedSessions?: true;
  /** The token of a user who no longer exists is let through: the action answers its own 404. */
  readonly openToGoneUsers?: true;
  readonly cookie?: CookieBinding;
  /** A cookie that the answer takes away. */
  readonly expiresCookie?: Pick<CookieBinding, "name" | "path">;
  /** Request cookies that fill params with `from: "cookie"`: param → cookie name. */
  readonly readsCookies?: Readonly<Record<string, string>>;
  /** Headers of a successful answer, for example its `Cache-Control`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A successful answer may be framed by the sites of the setting `bio.embed_frame_ancestors`. */
  readonly framable?: true;
  /** A successful answer carries an `ETag`; who has it already gets 304. For GET routes. */
  readonly etag?: true;
  /** Set when the route is deprecated; the path of its successor, when there is one. */
  readonly deprecated?: { readonly successor?: string };
  /** Served at the root of the host instead of under /api/v1. */
  readonly root?: true;
  /** Documents of other standards are sent without the success envelope. */
  readonly bare?: true;
  /** An answer with a `document` of `{contentType, fileName, text}` is sent as this document. */
  readonly document?: true;
  /** Answered as server-sent events: the action is asked again and again for what came since (stream.ts). For GET routes of signed-in callers. */
  readonly stream?: true;
  /**
   * What comes as a body is not read, whatever its type: mail programs send a form (RFC 8058), a rotation takes none. For routes that
   * take all from the path and are public, or whose proof comes in a header (X-CSRF-Token): a page of another site cannot send that
   * without a preflight, so a form is harmless.
   */
  readonly ignoresBody?: true;
  /** JSON may come as text/plain too: the only type that a browser's beacon sends without a preflight. For public routes. */
  readonly acceptsTextPlain?: true;
}

/** What the answer of a contract is in TypeScript. */
export type Answer<R extends Rule | null> = R extends Rule ? Value<R> : void;

/** The three faces of a contract for the compiler; no value at run time. */
export interface Shape<Send, Receive, Return> {
  readonly send: Send;
  readonly receive: Receive;
  readonly return: Return;
}

interface Declaration<P extends Rules, R extends Rule | null> {
  /** `service.action` */
  readonly name: string;
  readonly summary: string;
  /** Absent: internal, for other services only. */
  readonly http?: HttpBinding;
  readonly params: P;
  /** Null: success without data. */
  readonly returns: R;
  readonly errors: readonly ErrorKey[];
}

export interface ActionContract<Send = unknown, Receive = unknown, Return = unknown> extends Declaration<Rules, Rule | null> {
  readonly shape?: Shape<Send, Receive, Return>;
}

/** Declares an action: what it takes, what it answers, how it is reached. */
export function action<const P extends Rules, const R extends Rule | null>(
  contract: Declaration<P, R>,
): ActionContract<Given<P>, Parsed<P>, Answer<R>> {
  return contract;
}

export interface EventContract<P extends Rules = Rules> {
  /** `<resource>.<happened>` */
  readonly name: string;
  readonly summary: string;
  readonly payload: P;
}

/** Declares a durable event: a fact that other services must learn. */
export function event<const P extends Rules>(contract: EventContract<P>): EventContract<P> {
  return contract;
}
