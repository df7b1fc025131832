import { randomBytes } from "node:crypto";
import { implement } from "#libs/contract-kit/implement.ts";
import { addSocial } from "#libs/contracts/creator-socials.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";

import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import { MAX_SOCIALS } from "../data/social-account.store.ts";
import type { Deps } from "../deps.ts";
import { plainHandle } from "../domain/social-handle.ts";
import { ownProfile } from "../own-profile.ts";
import { socialView } from "../social-view.ts";

/** POST /creators/{creatorId}/socials */
export const addSocialAction = (deps: Deps) =>
  implement(addSocial, async ({ params, caller, requestId }) => {
    const { creatorId, platform, handle, url } = params;
    await ownProfile(deps.profiles, caller.userId, creatorId);
    const account = {
      ...{ _id: uuid(), creatorId, platform: platform.toUpperCase(), handle: plainHandle(handle), url: url ?? null },
      ...{
        verified: false,
        verifiedAt: null,
        method: null,
        code: `verify-${randomBytes(9).toString("base64url")}`,
        createdAt: deps.clock.now(),
      },
    };
    const details = { id: account._id, platform: account.platform };
    try {
      await deps.transaction(async (tx) => {
        // Whoever adds one writes the profile: of two at the same time the second counts the first one's.
        await deps.profiles.touch(tx, creatorId, account.createdAt);
        const known = await deps.socials.ofCreator(creatorId, tx);
        if (known.length >= MAX_SOCIALS) throw new AppError("creator.social.limit_reached", { maximum: MAX_SOCIALS });
        await deps.socials.insert(tx, account);
        await deps.audit.add(tx, { actor: caller.userId, action: "creator.addSocial", target: creatorId, details, requestId });
      });
    } catch (error) {
      throw isDuplicateKey(error, "handle") ? new AppError("creator.social.already_added") : error;
    }
    return socialView(account);
  });
