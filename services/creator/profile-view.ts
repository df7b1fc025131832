import { CURRENCY } from "#libs/contracts/shared.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { CreatorProfile } from "./data/creator-profile.model.ts";
import type { Offer } from "./domain/message-package.ts";
import { pageUrl } from "./domain/public-page.ts";

/** A creator's own profile as the interface shows it. */
export function profileView(profile: CreatorProfile, offer: Offer | null, publicHost: string) {
  const { userId, level, kycStatus, creatorStatus, vacationMode, vacationStart, vacationEnd, dmActive, dmType } = profile;
  const { headline, contentCategories, minTimeoutHours, maxTimeoutHours, autoReplyText, acceptedDmSince } = profile;
  const { replyRate, medianReplySeconds } = profile;
  const { totalFollowers, totalMessages, avgRating, bioPageId, createdAt, updatedAt } = profile;
  const username = profile.username ?? "";
  return {
    id: profile._id,
    userId,
    level,
    kycStatus,
    creatorStatus,
    vacationMode,
    vacationStart: vacationStart?.toISOString() ?? null,
    vacationEnd: vacationEnd?.toISOString() ?? null,
    dmActive,
    dmType,
    price: offer ? formatMoney(offer.price) : null,
    currency: CURRENCY,
    headline,
    contentCategories: [...contentCategories],
    minTimeoutHours,
    maxTimeoutHours,
    autoReplyText,
    replyRate,
    medianReplySeconds,
    acceptedDmSince: acceptedDmSince?.toISOString() ?? null,
    totalFollowers,
    totalMessages,
    avgRating,
    bioPageId,
    bioPageUrl: pageUrl(publicHost, username),
    username,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
