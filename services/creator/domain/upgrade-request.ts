/** The optional fields of a request to become a creator; null when absent or empty. */
export interface UpgradeRequest {
  readonly username: string | null;
  readonly displayName: string | null;
  readonly bio: string | null;
  readonly themeId: string | null;
}

type UpgradeParams = { readonly [K in keyof UpgradeRequest]?: string | undefined };

/** Empty names count as absent; an empty bio stays empty. */
export function upgradeRequestOf({ username, displayName, bio, themeId }: UpgradeParams): UpgradeRequest {
  return { username: username || null, displayName: displayName?.trim() || null, bio: bio ?? null, themeId: themeId || null };
}

/** First text of the bio page: the requested one, else the display name, else empty (spec 4.3). */
export function firstBio({ bio }: UpgradeRequest, displayName: string | null): string {
  return bio ?? displayName ?? "";
}
