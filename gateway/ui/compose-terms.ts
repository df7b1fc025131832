import type { PublicBio } from "#libs/contracts/creator/index.ts";

/** What the server tells the script of the page where a message is written. Whoever is not signed in knows no more. */
export interface ComposeTerms {
  readonly receiverId: string;
  readonly username: string;
  readonly name: string;
  readonly avatarUrl: string | null;
  readonly isOpen: boolean;
  /** ISO 8601; "open" while nobody knows; null: the creator is not away. */
  readonly awayUntil: string | null;
  readonly dmType: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
  /** Decimal; null when messages are free. */
  readonly minimumPrice: string | null;
  readonly currency: string;
  /** What the platform keeps of a price, 0-1. */
  readonly commissionRate: number;
  readonly defaultHours: number;
  /** Decimal. */
  readonly smallestTopUp: string;
  readonly operator: string;
  /** Verified accounts elsewhere. */
  readonly socials: PublicBio["socials"];
}

/** Reply windows that a fan may choose, in hours, the default among them. */
export function hoursToChoose(defaultHours: number): readonly number[] {
  return [...new Set([6, 12, 24, 48, 72, 168, defaultHours])].sort((a, b) => a - b);
}
