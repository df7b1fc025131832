import type { PublicBio } from "#libs/contracts/creator/index.ts";

/** Data for the script of the page where a message is written. Signed-out users get no other data. */
export interface ComposeTerms {
  readonly receiverId: string;
  readonly username: string;
  readonly name: string;
  readonly avatarUrl: string | null;
  readonly isOpen: boolean;
  /** The last day, YYYY-MM-DD; "open" when the end is unknown; null: the creator is not away. */
  readonly awayUntil: string | null;
  readonly dmType: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
  /** Decimal; null when messages are free. */
  readonly minimumPrice: string | null;
  readonly currency: string;
  /** The platform's share of a price, 0-1. */
  readonly commissionRate: number;
  readonly defaultHours: number;
  /** Decimal. */
  readonly smallestTopUp: string;
  readonly operator: string;
  /** Verified accounts elsewhere. */
  readonly socials: PublicBio["socials"];
}

/** Reply windows that may be chosen, in hours: usual ones within bounds, and the default. */
export function hoursToChoose(defaultHours: number, { minimum, maximum } = { minimum: 1, maximum: 720 }): readonly number[] {
  const usual = [6, 12, 24, 48, 72, 168].filter((hours) => hours >= minimum && hours <= maximum);
  return [...new Set([...usual, defaultHours])].sort((a, b) => a - b);
}
