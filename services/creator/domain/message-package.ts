import type { DmType } from "#libs/contracts/creator.ts";
import type { Money } from "#libs/kernel/money.ts";

/** What fans pay for: the facts of a package that matter to them. */
export interface Offer {
  readonly dmType: DmType;
  readonly price: Money;
  readonly title: string | null;
}

export interface OfferWish {
  readonly dmType?: DmType | undefined;
  readonly price?: Money | undefined;
  readonly title?: string | undefined;
}

/**
 * The offer after a change of the settings: null for free messages, `price_required` when paid ones have no price.
 * A price stays when only the paid kind changes.
 */
export function offerAfter(dmType: DmType, current: Offer | null, wish: OfferWish): Offer | null | "price_required" {
  const next = wish.dmType ?? dmType;
  if (next === "FREE") return null;
  const price = wish.price ?? current?.price;
  if (price === undefined) return "price_required";
  return { dmType: next, price, title: wish.title ?? current?.title ?? null };
}

export function isSameOffer(left: Offer | null, right: Offer | null): boolean {
  if (!left || !right) return left === right;
  return left.dmType === right.dmType && left.price === right.price && left.title === right.title;
}
