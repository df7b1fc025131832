import { DAY } from "#libs/kernel/clock.ts";
import type { PageRequest } from "#libs/kernel/paging.ts";

interface AuditPageRequest extends Pick<PageRequest, "limit" | "after"> {
  readonly page?: number | undefined;
  readonly offset?: number | undefined;
}

/**
 * The page of a request, from 1. The deprecated `offset` counts without `page` only (spec 4.1), and may begin within a page.
 */
export function pageWithOffset({ limit, after, page, offset = 0 }: AuditPageRequest): PageRequest {
  if (page !== undefined) return { page, limit, after, skip: (page - 1) * limit };
  return { page: Math.floor(offset / limit) + 1, limit, after, skip: offset };
}

/** The instant `days` days before now. Null when `days` is not given: entries of any age are listed. */
export function daysAgo(days: number | undefined, now: Date): Date | null {
  return days === undefined ? null : new Date(now.getTime() - days * DAY);
}
