import { sha256Hex } from "#libs/kernel/secrets.ts";

/** What is kept of a visitor's id: one way, and the same for the same id (spec 4.5). */
export function visitorHash(visitorId: string, pepper: string): string {
  return sha256Hex(visitorId + pepper);
}
