import { CURRENCY } from "#libs/contracts/shared.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { BioLinkDoc } from "../data/bio-link.model.ts";
import type { BioPageDoc } from "../data/bio-page.store.ts";
import type { CreatorProfileDoc } from "../data/creator-profile.model.ts";
import type { SocialAccountDoc } from "../data/social-account.model.ts";
import { isShown } from "../domain/link-rules.ts";
import type { Offer } from "../domain/offer.ts";
import { acceptsMessages } from "../domain/public-page.ts";
import { publicLinkView } from "./link-view.ts";

interface PublicBioParts {
  readonly profile: CreatorProfileDoc;
  readonly page: BioPageDoc;
  readonly offer: Offer | null;
  readonly links: readonly BioLinkDoc[];
  readonly socials: readonly SocialAccountDoc[];
  /** The instant that decides which scheduled links are visible. */
  readonly now: Date;
}

/** A bio page as the public sees it (spec 2.3). Contains no tracking token. */
export function publicBioView({ profile, page, offer, links, socials, now }: PublicBioParts) {
  return {
    bioPageId: page._id,
    creatorId: profile._id,
    userId: profile.userId,
    username: profile.username ?? "",
    displayName: profile.displayName,
    avatarUrl: profile.avatarUrl,
    headline: profile.headline,
    bio: page.bio,
    templateId: page.templateId,
    level: profile.level,
    ...answersView(profile),
    dmActive: acceptsMessages(profile),
    vacation: profile.vacationMode ? shownVacation(profile) : null,
    dmType: profile.dmType,
    price: offer ? formatMoney(offer.price) : null,
    currency: CURRENCY,
    links: links.filter((link) => isShown(link, now)).map(publicLinkView),
    socials: socials.filter(({ verified }) => verified).map(({ platform, handle, url }) => ({ platform, handle, url })),
  };
}

function shownVacation({ vacationEnd, vacationLastDay }: CreatorProfileDoc) {
  const end = vacationEnd?.toISOString() ?? null;
  return { end, lastDay: vacationLastDay ?? end?.slice(0, "YYYY-MM-DD".length) ?? null };
}

/** The figures on answers appear together: each of them says too little while too few messages have ended. */
function answersView({ answers = null, replyRate, medianReplySeconds }: CreatorProfileDoc) {
  return answers === null ? { replyRate: null, medianReplySeconds: null, answers } : { replyRate, medianReplySeconds, answers };
}
