import type { AuditedAction } from "#libs/contracts/config/audited-actions.ts";
import type { SocialMethod } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { SocialAccountDoc } from "../data/social-account.model.ts";
import type { Deps } from "../deps.ts";

interface Verification {
  readonly account: SocialAccountDoc;
  readonly method: SocialMethod;
  /** User id. */
  readonly actor: string;
  /** Action of the audit entry. */
  readonly action: AuditedAction;
  readonly reason?: string | undefined;
  readonly requestId: string;
}

/** Marks an account as verified; one that is verified already stays as it is. Throws creator.social.taken when another creator has verified it. */
export async function verifySocialAccount(
  deps: Deps,
  { account, method, actor, action, reason, requestId }: Verification,
): Promise<SocialAccountDoc> {
  const { _id, creatorId, platform } = account;
  const now = deps.clock.now();
  try {
    const updated = await deps.transaction(async (tx) => {
      const verified = await deps.socials.verify(tx, creatorId, _id, method, now);
      if (verified) await deps.profiles.touch(tx, creatorId, now);
      // A decision of an admin is audited even when it changes nothing.
      else if (method !== "ADMIN") return null;
      const details = { id: _id, platform, method, ...(reason === undefined ? {} : { reason }) };
      await deps.audit.add(tx, { actor, action, target: creatorId, details, requestId });
      return verified;
    });
    return updated ?? (await requireSocialAccount(deps, creatorId, _id));
  } catch (error) {
    throw isDuplicateKey(error, "handle") ? new AppError("creator.social.taken") : error;
  }
}

/** The account of a creator. Throws creator.social.not_found, also for an account of another creator. */
export async function requireSocialAccount(
  { socials }: Pick<Deps, "socials">,
  creatorId: string,
  accountId: string,
): Promise<SocialAccountDoc> {
  const account = await socials.find(creatorId, accountId);
  if (!account) throw new AppError("creator.social.not_found");
  return account;
}
