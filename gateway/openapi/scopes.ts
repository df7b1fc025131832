import type { HttpBinding } from "#libs/contract-kit/contract.ts";

/** The four descriptions of spec 9. */
export const SCOPES = ["full", "public", "user", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** Whether a route stands in the description of a scope. Signing in as an administrator needs no credentials, but is administration. */
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
