import type { CreatorStatus } from "#libs/contracts/creator.ts";

/** Spec 3.1: where a creator is after entering or leaving vacation. Protected statuses stay what they are. */
const VACATION_TABLE: Readonly<Record<CreatorStatus, { readonly enter: CreatorStatus; readonly leave: CreatorStatus }>> = {
  ACTIVE: { enter: "VACATION", leave: "ACTIVE" },
  VACATION: { enter: "VACATION", leave: "ACTIVE" },
  SUSPENDED: { enter: "SUSPENDED", leave: "SUSPENDED" },
  BANNED: { enter: "BANNED", leave: "BANNED" },
  DEACTIVATED: { enter: "DEACTIVATED", leave: "DEACTIVATED" },
};

export interface VacationState {
  readonly creatorStatus: CreatorStatus;
  readonly vacationMode: boolean;
  readonly vacationStart: Date | null;
  readonly vacationEnd: Date | null;
}

/** What the creator asked for; dates as given. */
export interface VacationWish {
  readonly enabled: boolean;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Both dates given, and the end is not after the start (spec 4.2). */
export function hasInvalidRange({ enabled, startDate, endDate }: VacationWish): boolean {
  return enabled && startDate !== undefined && endDate !== undefined && instantOf(endDate) <= instantOf(startDate);
}

export function vacationAfter(status: CreatorStatus, { enabled, startDate, endDate }: VacationWish, now: Date): VacationState {
  const { enter, leave } = VACATION_TABLE[status];
  if (!enabled) return { creatorStatus: leave, vacationMode: false, vacationStart: null, vacationEnd: null };
  return {
    creatorStatus: enter,
    vacationMode: true,
    vacationStart: startDate === undefined ? now : instantOf(startDate),
    vacationEnd: endDate === undefined ? null : instantOf(endDate),
  };
}

/** A time without an offset is UTC, wherever the server runs. */
export function instantOf(text: string): Date {
  const hasTimeOnly = text.includes("T") && !/(Z|[+-]\d{2}:\d{2})$/.test(text);
  return new Date(hasTimeOnly ? `${text}Z` : text);
}
