import { implement } from "#libs/contract-kit/implement.ts";
import { getCsrfToken } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";

/** GET /admin/auth/csrf */
export const getCsrfTokenAction = ({ adminCookies }: Pick<Deps, "adminCookies">) =>
  implement(getCsrfToken, async ({ caller }) => ({ csrfToken: adminCookies.csrfToken(caller.sessionId) }));
