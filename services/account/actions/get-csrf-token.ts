import { implement } from "#libs/contract-kit/implement.ts";
import { getCsrfToken } from "#libs/contracts/account.ts";
import type { Deps } from "../deps.ts";

export const getCsrfTokenAction = ({ adminCookies }: Pick<Deps, "adminCookies">) =>
  implement(getCsrfToken, async ({ caller }) => ({ csrfToken: adminCookies.csrfToken(caller.sessionId) }));
