import { implement } from "#libs/contract-kit/implement.ts";
import { login } from "#libs/contracts/account.ts";
import { authenticate } from "../authenticate.ts";
import type { Deps } from "../deps.ts";
import { openSession } from "../open-session.ts";
import { type SignedInDeps, signedIn } from "../signed-in.ts";

type LoginDeps = SignedInDeps & Pick<Deps, "transaction" | "users" | "credentials" | "sessions" | "passwords" | "lockout" | "captchas">;

export const loginAction = (deps: LoginDeps) =>
  implement(login, async ({ params }) => {
    await deps.captchas.passToLogin(params.email, params.captchaToken);
    const user = await authenticate(deps, params);
    const opened = await openSession(deps, user, params);
    await deps.lockout.succeeded(params.email);
    return signedIn(deps, opened);
  });
