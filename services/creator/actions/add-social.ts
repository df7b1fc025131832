import { randomBytes } from "node:crypto";
import { implement } from "#libs/contract-kit/implement.ts";
import { addSocial, MAX_SOCIALS } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import { readAddress } from "../bio/link-address.ts";
import type { SocialAccountDoc } from "../data/social-account.model.ts";
import type { Deps } from "../deps.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { socialView } from "../views/social-view.ts";

/** POST /creators/{creatorId}/socials */
export const addSocialAction = (deps: Deps) =>
  implement(addSocial, async ({ params, caller, requestId }) => {
    const { creatorId, platform, handle } = params;
    await requireOwnProfile(deps.profiles, caller.userId, creatorId);
    const url = params.url === undefined ? null : secureAddress(params.url, deps.config.read("site.public_host"));
    const account: SocialAccountDoc = {
      ...{ _id: uuid(), creatorId, platform: platform.toUpperCase(), handle: normalizedHandle(handle), url },
      ...{ verified: false, verifiedAt: null, method: null, code: verificationCode(), createdAt: deps.clock.now() },
    };
    const details = { id: account._id, platform: account.platform };
    try {
      await deps.transaction(async (tx) => {
        // Every addition writes the profile: concurrent additions conflict, and the retry counts the other account too.
        await deps.profiles.touch(tx, creatorId, account.createdAt);
        const existing = await deps.socials.listByCreator(creatorId, tx);
        if (existing.length >= MAX_SOCIALS) throw new AppError("creator.social.limit_reached", { maximum: MAX_SOCIALS });
        await deps.socials.insert(tx, account);
        await deps.audit.add(tx, { actor: caller.userId, action: "creator.addSocial", target: creatorId, details, requestId });
      });
    } catch (error) {
      throw isDuplicateKey(error, "handle") ? new AppError("creator.social.already_added") : error;
    }
    return socialView(account);
  });

/** Throws validation_failed for anything but the https address of a public host. */
function secureAddress(text: string, publicHost: string): string {
  const address = readAddress("web", text, publicHost);
  if (typeof address !== "string" && address.url.startsWith("https:")) return address.url;
  throw new AppError("error.validation_failed", {}, [{ message: "url must be an https address" }]);
}

/** Platforms ignore letter case, character width and a leading @. */
function normalizedHandle(handle: string): string {
  return handle.normalize("NFKC").replace(/^@/, "").toLowerCase();
}

function verificationCode(): string {
  return `verify-${randomBytes(9).toString("base64url")}`;
}
