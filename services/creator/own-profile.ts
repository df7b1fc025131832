import { AppError } from "#libs/errors/app-error.ts";
import type { CreatorProfile } from "./data/creator-profile.model.ts";
import type { CreatorProfileStore } from "./data/creator-profile.store.ts";

/** The caller's profile, if it has this id. Throws not_owner for foreign, unknown and malformed ids alike. */
export async function ownProfile(profiles: CreatorProfileStore, userId: string, creatorId: string): Promise<CreatorProfile> {
  const profile = await profiles.byUserId(userId);
  if (profile?._id !== creatorId) throw new AppError("creator.error.not_owner");
  return profile;
}
