/** What somebody who becomes a creator asked for; what was left empty is null. */
export interface UpgradeWish {
  readonly username: string | null;
  readonly displayName: string | null;
  readonly bio: string | null;
  readonly themeId: string | null;
}

type Asked = { readonly [K in keyof UpgradeWish]?: string | undefined };

/** Empty names count as missing; an empty bio is a bio. */
export function upgradeWish({ username, displayName, bio, themeId }: Asked): UpgradeWish {
  return { username: username || null, displayName: displayName?.trim() || null, bio: bio ?? null, themeId: themeId || null };
}

/** First text of the bio page: as asked, else the display name, else nothing (spec 4.3). */
export function firstBio({ bio }: UpgradeWish, displayName: string | null): string {
  return bio ?? displayName ?? "";
}
