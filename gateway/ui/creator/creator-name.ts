import type { PublicBio } from "#libs/contracts/creator/index.ts";

/** The name that people read. */
export function nameOf({ displayName, username }: PublicBio): string {
  return displayName ?? username;
}
