import { implement } from "#libs/contract-kit/implement.ts";
import { login } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";
import { authenticate } from "../sign-in/authenticate.ts";
import { issueTokens, type TokenDeps } from "../sign-in/issue-tokens.ts";
import { openSession } from "../sign-in/open-session.ts";

type LoginDeps = TokenDeps & Pick<Deps, "credentials" | "sessions" | "devices" | "outbox" | "passwords" | "lockout" | "captchaGate">;

/** POST /auth/login (spec 5) */
export const loginAction = (deps: LoginDeps) =>
  implement(login, async ({ params }) => {
    const user = await authenticate(deps, params, "LOGIN");
    const opened = await openSession(deps, user, params, ["pwd"]);
    return issueTokens(deps, opened);
  });
