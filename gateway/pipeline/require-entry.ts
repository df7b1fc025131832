import type { Caller } from "#libs/contract-kit/caller.ts";
import { requireRecentProof } from "#libs/contract-kit/recent-proof.ts";
import { requireSettings } from "#libs/platform/config/require-settings.ts";
import { proofRule } from "#libs/platform/runtime/proof-rule.ts";
import { requireAdmitted, requireCaller } from "../authentication/authorize.ts";
import { type Identity, identifyCaller } from "../authentication/identify-caller.ts";
import type { Deps } from "../deps.ts";
import { allowedOrigins } from "../request/allowed-origins.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { Route } from "../routing/routes.ts";
import { requireSwitchedOn } from "./kill-switch.ts";
import { requireCsrfToken } from "./require-csrf-token.ts";

interface EntryChecks {
  /** Makes a caller that of the request. Throws 401, 403 and 503 unless the route is open to the caller now. */
  requireEntry(context: RequestContext, route: Route, identity: Identity, caller: Caller | null): void;
  /** Identifies the caller anew and looks again: a file may come slowly, and the session may end meanwhile. */
  requireEntryAgain(context: RequestContext, route: Route): Promise<void>;
}

/** What each request of a route must pass before its action is called. */
export function entryChecks(deps: Deps): EntryChecks {
  const { runtime, adminSessions, adminCookies } = deps;
  const identifyDeps = { ...deps, clock: runtime.clock };
  const allowsOrigin = allowedOrigins(runtime.env);

  const requireEntry: EntryChecks["requireEntry"] = (context, { contract }, identity, caller) => {
    const { http } = contract;
    const { headers } = context.request;
    context.caller = caller;
    requireAdmitted(http, caller, headers, runtime);
    requireCsrfToken(http, identity, headers, adminCookies, allowsOrigin);
    requireRecentProof(http, caller, proofRule(runtime));
    requireSettings(contract, runtime);
    requireSwitchedOn(http, runtime.config);
  };

  return {
    requireEntry,
    async requireEntryAgain(context, route) {
      const { headers } = context.request;
      const identity = await identifyCaller(headers, identifyDeps);
      requireEntry(context, route, identity, await requireCaller(route.contract.http, identity, headers, adminSessions));
    },
  };
}
