import type { SocialMethod } from "#libs/contracts/creator-socials.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { SocialAccount } from "./data/social-account.model.ts";
import type { Deps } from "./deps.ts";

interface Verification {
  readonly account: SocialAccount;
  readonly method: SocialMethod;
  readonly actor: string;
  readonly action: string;
  readonly reason?: string | undefined;
  readonly requestId: string;
}

/** Marks an account as the creator's own; one that is verified stays as it is. Throws when another creator's is verified. */
export async function verifyAccount(
  deps: Deps,
  { account, method, actor, action, reason, requestId }: Verification,
): Promise<SocialAccount> {
  const { _id, creatorId, platform } = account;
  const at = deps.clock.now();
  try {
    const verified = await deps.transaction(async (tx) => {
      const changed = await deps.socials.verify(tx, creatorId, _id, method, at);
      if (changed) await deps.profiles.touch(tx, creatorId, at);
      // What the staff orders is on record, also where it changes nothing.
      else if (method !== "ADMIN") return null;
      const details = { id: _id, platform, method, ...(reason === undefined ? {} : { reason }) };
      await deps.audit.add(tx, { actor, action, target: creatorId, details, requestId });
      return changed;
    });
    return verified ?? (await foundSocial(deps, creatorId, _id));
  } catch (error) {
    throw isDuplicateKey(error, "handle") ? new AppError("creator.social.taken") : error;
  }
}

/** Throws not_found; another creator's account is an unknown one. */
export async function foundSocial({ socials }: Pick<Deps, "socials">, creatorId: string, id: string): Promise<SocialAccount> {
  const account = await socials.find(creatorId, id);
  if (!account) throw new AppError("creator.social.not_found");
  return account;
}
