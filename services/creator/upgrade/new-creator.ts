import { utcDay } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { BioPage } from "../data/bio-page.model.ts";
import type { CreatorProfile, UserFacts } from "../data/creator-profile.model.ts";

interface Beginning {
  readonly userId: string;
  readonly facts: UserFacts;
  readonly bio: string;
  readonly themeId: string | null;
  readonly now: Date;
}

/** Profile and bio page as spec 3.2 wants them at the start. */
export function newCreator({ userId, facts, bio, themeId, now }: Beginning): { readonly profile: CreatorProfile; readonly page: BioPage } {
  const creatorId = uuid();
  const bioPageId = uuid();
  const page: BioPage = {
    _id: bioPageId,
    creatorId,
    bio,
    templateId: themeId,
    published: true,
    embedEnabled: false,
    links: 0,
    linkChanges: 0,
    createdAt: now,
    updatedAt: now,
  };
  const profile: CreatorProfile = {
    _id: creatorId,
    version: 1,
    userId,
    bioPageId,
    level: "BRONZE",
    levelPinned: false,
    levelLoweredAt: null,
    reviewedOn: utcDay(now),
    kycStatus: "NOT_STARTED",
    kyc: { attempt: 0, provider: null, reference: null, url: null, reason: null, changedAt: null, askedAt: null },
    creatorStatus: "ACTIVE",
    vacationMode: false,
    vacationStart: null,
    vacationEnd: null,
    dmActive: true,
    dmType: "FREE",
    headline: null,
    minTimeoutHours: null,
    maxTimeoutHours: null,
    autoReplyText: null,
    acceptedDmSince: now,
    contentCategories: [],
    replyRate: null,
    medianReplySeconds: null,
    totalFollowers: 0,
    totalMessages: 0,
    avgRating: 0,
    ...facts,
    createdAt: now,
    updatedAt: now,
  };
  return { profile, page };
}
