import type { HttpBinding } from "#libs/contract-kit/contract.ts";

/** The parts of the API that have an OpenAPI document of their own (spec 9). */
export const SCOPES = ["full", "public", "user", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** Whether a scope contains routes of the administration. */
export function describesAdministration(scope: Scope): boolean {
  return scope === "full" || scope === "admin";
}

/** Whether a scope contains a route. The sign-in of administrators is public, but belongs to the administration. */
export function inScope(scope: Scope, { auth, path }: HttpBinding): boolean {
  const forAdmins = auth === "admin" || auth === "adminSession" || path.startsWith("/admin/");
  switch (scope) {
    case "full":
      return true;
    case "admin":
      return forAdmins;
    case "user":
      return !forAdmins;
    case "public":
      return !forAdmins && auth === "public";
  }
}
