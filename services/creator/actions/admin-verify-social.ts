import { implement } from "#libs/contract-kit/implement.ts";
import { adminVerifySocial } from "#libs/contracts/creator-socials.ts";
import type { Deps } from "../deps.ts";
import { knownProfile } from "../known-profile.ts";
import { socialView } from "../social-view.ts";
import { foundSocial, verifyAccount } from "../verify-account.ts";

/** POST /admin/creators/{creatorId}/socials/{socialId}/verify */
export const adminVerifySocialAction = (deps: Deps) =>
  implement(adminVerifySocial, async ({ params: { creatorId, socialId, reason }, caller, requestId }) => {
    const account = await foundSocial(deps, creatorId, socialId);
    await knownProfile(deps.profiles, creatorId, caller.userId);
    const author = { actor: caller.userId, action: "creator.adminVerifySocial", reason, requestId };
    return socialView(await verifyAccount(deps, { account, method: "ADMIN", ...author }));
  });
