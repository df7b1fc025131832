import { CURRENCY } from "#libs/contracts/shared.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { BioPageDoc } from "../data/bio-page.store.ts";
import type { CardRow } from "../data/discovery.store.ts";
import type { Offer } from "../domain/offer.ts";
import { acceptsMessages } from "../domain/public-page.ts";

/** A creator in a discovery list (spec 2.9). */
export function creatorCardView({ _id, userId, username, displayName, avatarUrl, level, totalFollowers, ...settings }: CardRow) {
  return {
    id: _id,
    userId,
    username: username ?? "",
    displayName: displayName || username || "",
    avatarUrl: avatarUrl ?? "",
    level,
    dmActive: acceptsMessages(settings),
    totalFollowers,
  };
}

/** What a card can say besides: the offer, how the creator answers, the face of the page. */
export function cardFactsView({ headline, answers = null, dmType }: CardRow, offer: Offer | undefined, page: BioPageDoc | undefined) {
  const price = offer ? formatMoney(offer.price) : null;
  return { headline, answers, dmType, price, currency: CURRENCY, templateId: page?.templateId ?? null };
}
