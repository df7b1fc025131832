import { implement } from "#libs/contract-kit/implement.ts";
import { completeOAuthLink } from "#libs/contracts/account/index.ts";
import { type IdentifyDeps, identifyElsewhere } from "../sign-in/identify-elsewhere.ts";
import { linkIdentity } from "../sign-in/linked-identities.ts";
import { oauthIdentityView } from "../views/oauth-identity-view.ts";

type CompleteLinkDeps = IdentifyDeps & Parameters<typeof linkIdentity>[0];

/** POST /auth/oauth/link/callback. The address there does not matter: the user is signed in here, and has just signed in there. */
export const completeOAuthLinkAction = (deps: CompleteLinkDeps) =>
  implement(completeOAuthLink, async ({ params, caller: { userId, sessionId }, requestId }) => {
    const account = await identifyElsewhere(deps, params, sessionId);
    return oauthIdentityView(await linkIdentity(deps, account, { userId, sessionId, requestId }));
  });
