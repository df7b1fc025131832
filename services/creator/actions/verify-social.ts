import { implement } from "#libs/contract-kit/implement.ts";
import { verifySocial } from "#libs/contracts/creator-socials.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { needed } from "#libs/providers/slot.ts";
import type { Deps } from "../deps.ts";
import { ownProfile } from "../own-profile.ts";
import { socialView } from "../social-view.ts";
import { foundSocial, verifyAccount } from "../verify-account.ts";

/** POST /creators/{creatorId}/socials/{socialId}/verify: whoever looks at other platforms for us decides. */
export const verifySocialAction = (deps: Deps) =>
  implement(verifySocial, async ({ params, caller, requestId }) => {
    const { creatorId, socialId, method, proof = null } = params;
    await ownProfile(deps.profiles, caller.userId, creatorId);
    const account = await foundSocial(deps, creatorId, socialId);
    if (account.verified) return socialView(account);
    const { platform, handle, url, code } = account;
    const proven = await needed(deps.socialProofs.use().proves({ platform, handle, url, method, code, proof }));
    if (!proven) throw new AppError("creator.social.not_proven");
    const actor = caller.userId;
    return socialView(await verifyAccount(deps, { account, method, actor, action: "creator.verifySocial", requestId }));
  });
