import { implement } from "#libs/contract-kit/implement.ts";
import { login } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";
import { authenticate } from "../sign-in/authenticate.ts";
import { type FinishDeps, finishSignIn } from "../sign-in/finish-sign-in.ts";

type LoginDeps = FinishDeps & Pick<Deps, "passwords" | "lockout" | "captchaGate">;

/** POST /auth/login (spec 5) */
export const loginAction = (deps: LoginDeps) =>
  implement(login, async ({ params }) => {
    const user = await authenticate(deps, params, "LOGIN");
    return finishSignIn(deps, user, params, ["pwd"]);
  });
