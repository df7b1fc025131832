import type { UserStatus } from "#libs/contracts/account.ts";
import type { CreatorStatus } from "#libs/contracts/creator.ts";

interface PageFacts {
  readonly published: boolean;
  readonly userStatus: UserStatus;
  readonly creatorStatus: CreatorStatus;
}

const HIDDEN: readonly CreatorStatus[] = ["BANNED", "DEACTIVATED"];

/** Whether strangers see the creator at all. */
export function isVisible({ userStatus, creatorStatus }: Omit<PageFacts, "published">): boolean {
  return userStatus === "ACTIVE" && !HIDDEN.includes(creatorStatus);
}

/** Whether strangers see the page at all. */
export function isPublic({ published, ...creator }: PageFacts): boolean {
  return published && isVisible(creator);
}

/** What the page says about messages (spec 3.1). */
export function takesMessages({ dmActive, vacationMode }: { readonly dmActive: boolean; readonly vacationMode: boolean }): boolean {
  return dmActive && !vacationMode;
}

/** Address of a page: `<public_host>/<username>` (spec 4.3). */
export function pageUrl(publicHost: string, username: string): string {
  return `${publicHost.replace(/\/+$/, "")}/${username}`;
}
