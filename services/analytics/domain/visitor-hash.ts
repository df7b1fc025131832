import { sha256Hex } from "#libs/kernel/secrets.ts";

/** The one-way hash that is stored instead of a visitor's id. Equal ids have equal hashes (spec 4.5). */
export function visitorHash(visitorId: string, pepper: string): string {
  return sha256Hex(visitorId + pepper);
}
