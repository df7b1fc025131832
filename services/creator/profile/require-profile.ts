import { AppError } from "#libs/errors/app-error.ts";
import type { CreatorProfileDoc } from "../data/creator-profile.model.ts";
import type { CreatorProfileStore } from "../data/creator-profile.store.ts";

/** The caller's profile if it has this id. Throws not_owner for foreign, unknown and malformed ids alike. */
export async function requireOwnProfile(profiles: CreatorProfileStore, userId: string, creatorId: string): Promise<CreatorProfileDoc> {
  const profile = await profiles.findByUser(userId);
  if (profile?._id !== creatorId) throw new AppError("creator.error.not_owner");
  return profile;
}

/** The profile that an admin decides about. Throws creator.error.not_found; error.forbidden when it is the admin's own. */
export async function requireProfileForAdmin(
  profiles: CreatorProfileStore,
  creatorId: string,
  adminId: string,
): Promise<CreatorProfileDoc> {
  const profile = await profiles.find(creatorId);
  if (!profile) throw new AppError("creator.error.not_found");
  if (profile.userId === adminId) throw new AppError("error.forbidden");
  return profile;
}
