import { implement } from "#libs/contract-kit/implement.ts";
import { adminVerifySocial } from "#libs/contracts/creator/index.ts";
import type { Deps } from "../deps.ts";
import { requireProfileForAdmin } from "../profile/require-profile.ts";
import { requireSocialAccount, verifySocialAccount } from "../socials/verify-social-account.ts";
import { socialView } from "../views/social-view.ts";

/** POST /admin/creators/{creatorId}/socials/{socialId}/verify */
export const adminVerifySocialAction = (deps: Deps) =>
  implement(adminVerifySocial, async ({ params: { creatorId, socialId, reason }, caller, requestId }) => {
    const account = await requireSocialAccount(deps, creatorId, socialId);
    await requireProfileForAdmin(deps.profiles, creatorId, caller.userId);
    const decision = { actor: caller.userId, action: "creator.adminVerifySocial", reason, requestId } as const;
    return socialView(await verifySocialAccount(deps, { account, method: "ADMIN", ...decision }));
  });
