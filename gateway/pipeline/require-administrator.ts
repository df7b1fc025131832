import type { IncomingHttpHeaders } from "node:http";
import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import { requireAdmitted, requireCaller } from "../authentication/authorize.ts";
import { identifyCaller } from "../authentication/identify-caller.ts";
import type { Deps } from "../deps.ts";

type AdministratorDeps = Pick<Deps, "runtime" | "accessTokens" | "revokedSessions" | "adminSessions" | "adminCookies">;

/** Throws 401 or 403 for callers without an admin role, like a route of the administration. */
export async function requireAdministrator(deps: AdministratorDeps, headers: IncomingHttpHeaders): Promise<void> {
  const http: HttpBinding = { method: "GET", path: "", auth: "admin" };
  const identity = await identifyCaller(headers, { ...deps, clock: deps.runtime.clock });
  const caller = await requireCaller(http, identity, headers, deps.adminSessions);
  requireAdmitted(http, caller, headers, deps.runtime);
}
