import { implement } from "#libs/contract-kit/implement.ts";
import { listOAuthIdentities } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";
import { oauthIdentityView } from "../views/oauth-identity-view.ts";

/** GET /auth/oauth/identities */
export const listOAuthIdentitiesAction = ({ oauthIdentities }: Pick<Deps, "oauthIdentities">) =>
  implement(listOAuthIdentities, async ({ caller }) => {
    const linked = await oauthIdentities.listOfUser(caller.userId);
    return linked.sort((left, right) => right.createdAt.getTime() - left.createdAt.getTime()).map(oauthIdentityView);
  });
