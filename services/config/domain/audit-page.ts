import { DAY } from "#libs/kernel/clock.ts";

interface AuditPageRequest {
  readonly limit: number;
  readonly page?: number | undefined;
  readonly offset?: number | undefined;
}

/**
 * How many entries come before a page of the audit log, and the number of the page, from 1. `page` takes precedence over the
 * deprecated `offset` (spec 4.1).
 */
export function auditPage({ limit, page, offset }: AuditPageRequest): { readonly skip: number; readonly page: number } {
  if (page !== undefined) return { skip: (page - 1) * limit, page };
  const skip = offset ?? 0;
  return { skip, page: Math.floor(skip / limit) + 1 };
}

/** The instant `days` days before now. Null when `days` is not given: entries of any age are listed. */
export function daysAgo(days: number | undefined, now: Date): Date | null {
  return days === undefined ? null : new Date(now.getTime() - days * DAY);
}
