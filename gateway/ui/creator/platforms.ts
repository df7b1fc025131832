import type { WellKnownPlatform } from "#libs/contracts/creator/index.ts";

/** Names of the well-known platforms. Keys as in the addresses of their pages. */
export const PLATFORM_NAMES: Readonly<Record<Lowercase<WellKnownPlatform>, string>> = {
  bluesky: "Bluesky",
  facebook: "Facebook",
  github: "GitHub",
  instagram: "Instagram",
  linkedin: "LinkedIn",
  mastodon: "Mastodon",
  threads: "Threads",
  tiktok: "TikTok",
  twitch: "Twitch",
  x: "X",
  youtube: "YouTube",
};

/** The name of a platform, given in any letter case. An unknown platform gets its own name, capitalized. */
export function platformName(platform: string): string {
  const key = platform.toLowerCase();
  return (PLATFORM_NAMES as Readonly<Record<string, string>>)[key] ?? key.charAt(0).toUpperCase() + key.slice(1);
}
