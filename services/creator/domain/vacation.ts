import type { CreatorStatus } from "#libs/contracts/creator/index.ts";
import { boolean, type DocumentOf, date, nullable, of, optional, text } from "#libs/kernel/fields.ts";

/** Status after entering or leaving vacation mode (spec 3.1). Protected statuses stay as they are. */
const STATUS_AFTER: Readonly<Record<CreatorStatus, { readonly enter: CreatorStatus; readonly leave: CreatorStatus }>> = {
  ACTIVE: { enter: "VACATION", leave: "ACTIVE" },
  VACATION: { enter: "VACATION", leave: "ACTIVE" },
  SUSPENDED: { enter: "SUSPENDED", leave: "SUSPENDED" },
  BANNED: { enter: "BANNED", leave: "BANNED" },
  DEACTIVATED: { enter: "DEACTIVATED", leave: "DEACTIVATED" },
};

export const vacationStateFields = {
  creatorStatus: of<CreatorStatus>(),
  vacationMode: boolean,
  vacationStart: nullable(date),
  vacationEnd: nullable(date),
};

/** The last day of a vacation as its owner named it, in the zone in which the request was written: YYYY-MM-DD. Old profiles have none. */
export const vacationDayField = { vacationLastDay: optional(nullable(text)) };

export interface VacationState extends DocumentOf<typeof vacationStateFields> {}

/** What a change of the vacation stores. */
export interface StoredVacation extends VacationState {
  readonly vacationLastDay: string | null;
}

/** A request to enter or leave vacation mode; dates as ISO 8601 text. */
export interface VacationRequest {
  readonly enabled: boolean;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Both dates are given, and the end is not after the start (spec 4.2). */
export function hasInvalidDateRange({ enabled, startDate, endDate }: VacationRequest): boolean {
  return enabled && startDate !== undefined && endDate !== undefined && instantOf(endDate) <= instantOf(startDate);
}

export function vacationAfter(status: CreatorStatus, { enabled, startDate, endDate }: VacationRequest, now: Date): StoredVacation {
  const { enter, leave } = STATUS_AFTER[status];
  if (!enabled) return { creatorStatus: leave, vacationMode: false, vacationStart: null, vacationEnd: null, vacationLastDay: null };
  return {
    creatorStatus: enter,
    vacationMode: true,
    vacationStart: startDate === undefined ? now : instantOf(startDate),
    vacationEnd: endDate === undefined ? null : instantOf(endDate),
    vacationLastDay: endDate?.slice(0, "YYYY-MM-DD".length) ?? null,
  };
}

/** The vacation of a profile. */
export function vacationOf({ creatorStatus, vacationMode, vacationStart, vacationEnd }: VacationState): VacationState {
  return { creatorStatus, vacationMode, vacationStart, vacationEnd };
}

/** A time without an offset is in UTC; otherwise it would be in the time zone of the server. */
export function instantOf(text: string): Date {
  const hasNoOffset = text.includes("T") && !/(Z|[+-]\d{2}:\d{2})$/.test(text);
  return new Date(hasNoOffset ? `${text}Z` : text);
}
