import type { DmType } from "#libs/contracts/creator/index.ts";
import { type DocumentOf, money, nullable, of, text } from "#libs/kernel/fields.ts";
import type { Money } from "#libs/kernel/money.ts";

export const offerFields = {
  dmType: of<DmType>(),
  price: money,
  title: nullable(text),
};

/** The terms of a paid message package. */
export interface Offer extends DocumentOf<typeof offerFields> {}

/** Requested change of the message settings; an absent field stays as it is. */
export interface OfferChange {
  readonly dmType?: DmType | undefined;
  readonly price?: Money | undefined;
  readonly title?: string | undefined;
}

/**
 * The offer after a change: null when messages are free, `price_required` when they are paid and have no price. Price and title
 * stay when only the paid kind changes.
 */
export function offerAfter(dmType: DmType, current: Offer | null, change: OfferChange): Offer | null | "price_required" {
  const nextType = change.dmType ?? dmType;
  if (nextType === "FREE") return null;
  const price = change.price ?? current?.price;
  if (price === undefined) return "price_required";
  return { dmType: nextType, price, title: (change.title ?? current?.title) || null };
}

export function isSameOffer(left: Offer | null, right: Offer | null): boolean {
  if (!left || !right) return left === right;
  return left.dmType === right.dmType && left.price === right.price && left.title === right.title;
}
