import { AppError } from "#libs/errors/app-error.ts";
import type { CreatorProfile } from "./data/creator-profile.model.ts";
import type { CreatorProfileStore } from "./data/creator-profile.store.ts";

/** The profile of an id, for an administrator who decides about it. Throws creator.error.not_found, and error.forbidden for the own one. */
export async function knownProfile(profiles: CreatorProfileStore, creatorId: string, adminId: string): Promise<CreatorProfile> {
  const profile = await profiles.byId(creatorId);
  if (!profile) throw new AppError("creator.error.not_found");
  if (profile.userId === adminId) throw new AppError("error.forbidden");
  return profile;
}
