import type { PublicBio } from "#libs/contracts/creator/index.ts";
import type { Reader } from "../parts/reader.tsx";

/** The offer on a creator's page: a price, or the reason why messages are closed. */
interface Offer {
  readonly text: string;
  /** Whether a message can be sent now. */
  readonly isOpen: boolean;
  readonly isPaid: boolean;
}

/** Null: the creator accepts no messages. */
export function offerOf(
  { dmActive, vacation, dmType, price, currency }: Pick<PublicBio, "dmActive" | "vacation" | "dmType" | "price" | "currency">,
  { t, formats }: Pick<Reader, "t" | "formats">,
): Offer | null {
  if (vacation) {
    const text = vacation.lastDay === null ? t("page.creator.away") : t("page.creator.awayUntil", { date: formats.day(vacation.lastDay) });
    return { text, isOpen: false, isPaid: false };
  }
  if (!dmActive) return null;
  if (dmType === "FREE" || price === null) return { text: t("page.creator.free"), isOpen: true, isPaid: false };
  return { text: t("page.creator.from", { price: formats.money(price, currency) }), isOpen: true, isPaid: true };
}
