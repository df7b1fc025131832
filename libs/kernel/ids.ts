import { randomUuid } from "./random.ts";

/** A new UUID v7: unique and sortable by time of creation. */
export function uuid(): string {
  return randomUuid();
}

export const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
