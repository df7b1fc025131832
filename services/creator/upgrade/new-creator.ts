import { utcDay } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { BioPageDoc } from "../data/bio-page.store.ts";
import type { CreatorProfileDoc, UserFacts } from "../data/creator-profile.model.ts";

interface NewCreatorFacts {
  readonly userId: string;
  readonly facts: UserFacts;
  readonly bio: string;
  readonly themeId: string | null;
  readonly now: Date;
}

export interface NewCreator {
  readonly profile: CreatorProfileDoc;
  readonly page: BioPageDoc;
}

/** Profile and bio page of a new creator (spec 3.2). */
export function newCreator({ userId, facts, bio, themeId, now }: NewCreatorFacts): NewCreator {
  const creatorId = uuid();
  const bioPageId = uuid();
  const page: BioPageDoc = {
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
  const profile: CreatorProfileDoc = {
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
    statusBeforeDeletion: null,
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
    answers: null,
    totalFollowers: 0,
    totalMessages: 0,
    avgRating: 0,
    ...facts,
    createdAt: now,
    updatedAt: now,
  };
  return { profile, page };
}
