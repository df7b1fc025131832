import type { UserStatus } from "#libs/contracts/account/index.ts";
import type { CreatorStatus } from "#libs/contracts/creator/index.ts";

interface PageFacts {
  readonly published: boolean;
  readonly userStatus: UserStatus;
  readonly creatorStatus: CreatorStatus;
}

export const HIDDEN_STATUSES: readonly CreatorStatus[] = ["BANNED", "DEACTIVATED"];

/** Whether the public sees the creator. */
export function isVisible({ userStatus, creatorStatus }: Omit<PageFacts, "published">): boolean {
  return userStatus === "ACTIVE" && !HIDDEN_STATUSES.includes(creatorStatus);
}

/** Whether the public sees the creator's page. */
export function isPublic({ published, ...creator }: PageFacts): boolean {
  return published && isVisible(creator);
}

/** Whether the creator accepts messages now: `dmActive` as the public sees it (spec 3.1). */
export function acceptsMessages({ dmActive, vacationMode }: { readonly dmActive: boolean; readonly vacationMode: boolean }): boolean {
  return dmActive && !vacationMode;
}

/** Address of a page: `<public_host>/<username>` (spec 4.3). */
export function pageUrl(publicHost: string, username: string): string {
  return `${publicHost.replace(/\/+$/, "")}/${username}`;
}
