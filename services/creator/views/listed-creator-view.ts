import type { CreatorProfileDoc } from "../data/creator-profile.model.ts";

/** A creator as staff see it in a list. */
export function listedCreatorView(profile: CreatorProfileDoc) {
  const { _id, userId, username, displayName, creatorStatus, level, kycStatus, kyc, dmActive, createdAt } = profile;
  return {
    ...{ creatorId: _id, userId, username, displayName, creatorStatus, level, kycStatus },
    kycChangedAt: kyc.changedAt?.toISOString() ?? null,
    dmActive,
    createdAt: createdAt.toISOString(),
  };
}
