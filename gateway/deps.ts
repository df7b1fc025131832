import { callerSeals } from "#libs/contract-kit/caller.ts";
import { type ServiceClient, serviceClient } from "#libs/contract-kit/service-client.ts";
import { type AdminCookies, adminCookies } from "#libs/contracts/account/admin-cookie.ts";
import { randomFraction } from "#libs/kernel/random.ts";
import { sealKeysOf } from "#libs/platform/bus/seal-keys.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { type Admission, admission } from "./admission/admission.ts";
import { type AccessTokens, accessTokens } from "./authentication/access-tokens.ts";
import { type AdminSessions, adminSessions } from "./authentication/admin-sessions.ts";
import { type RevokedSessions, revokedSessions } from "./authentication/revoked-sessions.ts";
import { actionCaller, type CallAction } from "./call-action.ts";
import { type ResponseCache, responseCache } from "./response/response-cache.ts";
import { type Streams, streams } from "./stream/streams.ts";

/** Dependencies that all requests of a gateway share. */
export interface Deps {
  readonly runtime: Runtime;
  readonly services: ServiceClient;
  readonly accessTokens: AccessTokens;
  readonly revokedSessions: RevokedSessions;
  readonly adminSessions: AdminSessions;
  readonly adminCookies: AdminCookies;
  readonly callAction: CallAction;
  readonly responseCache: ResponseCache;
  readonly streams: Streams;
  /** Null in test systems: a busy machine would make tests fail with error.overloaded. */
  readonly admission: Admission | null;
}

export function liveDeps(runtime: Runtime): Deps {
  const { clock, logger } = runtime;
  const services = serviceClient("gateway");
  const revoked = revokedSessions({ services, clock, logger });
  const admins = adminSessions(services, clock);
  const callAction = actionCaller(services, callerSeals(sealKeysOf(runtime)));
  return {
    runtime,
    services,
    accessTokens: accessTokens(services, clock),
    revokedSessions: revoked,
    adminSessions: admins,
    adminCookies: adminCookies(runtime.env.secrets.pseudonymKey),
    callAction,
    responseCache: responseCache(runtime.config),
    admission: runtime.env.testHooks ? null : admission((workClass) => runtime.metrics.httpShed.inc({ class: workClass }), randomFraction),
    streams: streams({ runtime, callAction, revokedSessions: revoked, adminSessions: admins }),
  };
}
