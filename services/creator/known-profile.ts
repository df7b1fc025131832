import { AppError } from "#libs/errors/app-error.ts";
import type { CreatorProfile } from "./data/creator-profile.model.ts";
import type { CreatorProfileStore } from "./data/creator-profile.store.ts";

/** The profile of an id, for the staff. Throws creator.error.not_found. */
export async function knownProfile(profiles: CreatorProfileStore, creatorId: string): Promise<CreatorProfile> {
  const profile = await profiles.byId(creatorId);
  if (!profile) throw new AppError("creator.error.not_found");
  return profile;
}
