import { implement } from "#libs/contract-kit/implement.ts";
import { startOAuthLink } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { type BeginDeps, beginElsewhere } from "../sign-in/begin-elsewhere.ts";
import { requireLinkable } from "../sign-in/linked-identities.ts";

/** POST /auth/oauth/link/start */
export const startOAuthLinkAction = (deps: BeginDeps & Pick<Deps, "users">) =>
  implement(startOAuthLink, async ({ params, caller: { userId, sessionId } }) => {
    const user = await deps.users.find(userId);
    if (!user) throw new AppError("error.unauthorized");
    requireLinkable(user);
    return beginElsewhere(deps, params, sessionId);
  });
