import { CURRENCY } from "#libs/contracts/shared.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { CreatorProfileDoc } from "../data/creator-profile.model.ts";
import type { Offer } from "../domain/offer.ts";
import { pageUrl } from "../domain/public-page.ts";
import { vacationView } from "./vacation-view.ts";

/** A profile as its owner sees it (spec 2.2). */
export function profileView(profile: CreatorProfileDoc, offer: Offer | null, publicHost: string) {
  const { userId, level, kycStatus, dmActive, dmType } = profile;
  const { headline, contentCategories, minTimeoutHours, maxTimeoutHours, autoReplyText, acceptedDmSince } = profile;
  const { replyRate, medianReplySeconds } = profile;
  const { totalFollowers, totalMessages, avgRating, bioPageId, createdAt, updatedAt } = profile;
  const username = profile.username ?? "";
  return {
    id: profile._id,
    userId,
    level,
    kycStatus,
    ...vacationView(profile),
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
