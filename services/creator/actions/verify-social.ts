import { implement } from "#libs/contract-kit/implement.ts";
import { verifySocial } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { orProviderUnavailable } from "#libs/providers/slot.ts";
import type { Deps } from "../deps.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { requireSocialAccount, verifySocialAccount } from "../socials/verify-social-account.ts";
import { socialView } from "../views/social-view.ts";

/** POST /creators/{creatorId}/socials/{socialId}/verify: the active provider of `provider.social_proof` decides. */
export const verifySocialAction = (deps: Deps) =>
  implement(verifySocial, async ({ params, caller, requestId }) => {
    const { creatorId, socialId, method, proof = null } = params;
    await requireOwnProfile(deps.profiles, caller.userId, creatorId);
    const account = await requireSocialAccount(deps, creatorId, socialId);
    if (account.verified) return socialView(account);
    const { platform, handle, url, code } = account;
    const isProven = await orProviderUnavailable(deps.socialProofs.use().proves({ platform, handle, url, method, code, proof }));
    if (!isProven) throw new AppError("creator.social.not_proven");
    const actor = caller.userId;
    return socialView(await verifySocialAccount(deps, { account, method, actor, action: "creator.verifySocial", requestId }));
  });
