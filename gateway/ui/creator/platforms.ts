/** Names of the platforms on which most creators have an account; discovery offers them. Keys as in the addresses of its pages. */
export const PLATFORM_NAMES: Readonly<Record<string, string>> = {
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
  return PLATFORM_NAMES[key] ?? key.charAt(0).toUpperCase() + key.slice(1);
}
