import { DAY } from "#libs/kernel/clock.ts";

export interface AuditRequest {
  readonly limit: number;
  readonly page?: number | undefined;
  readonly offset?: number | undefined;
}

/** Where an audit page begins: `page` wins over the deprecated `offset` (spec 4.1). */
export function auditWindow({ limit, page, offset }: AuditRequest): { readonly skip: number; readonly page: number } {
  if (page !== undefined) return { skip: (page - 1) * limit, page };
  const skip = offset ?? 0;
  return { skip, page: Math.floor(skip / limit) + 1 };
}

/** The instant from which the entries of the last days count; null when all of them do. */
export function lookBack(days: number | undefined, now: Date): Date | null {
  return days === undefined ? null : new Date(now.getTime() - days * DAY);
}

const SHOWN_CHARACTERS = 2_000;

/** Legal texts are long: a list shows the beginning, the stored entry keeps all of it. */
export function shortened(value: unknown): unknown {
  return typeof value === "string" && value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value;
}
