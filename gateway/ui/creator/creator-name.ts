import type { PublicBio } from "#libs/contracts/creator/index.ts";

/** The display name. */
export function nameOf({ displayName, username }: PublicBio): string {
  return displayName ?? username;
}
