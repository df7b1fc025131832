import type { ArticleStatus } from "#libs/contracts/content-help.ts";

/** When an article was first published: nothing takes that back, and nothing but publishing brings it about. */
export function firstPublished(before: Date | null, status: ArticleStatus, now: Date): Date | null {
  return before ?? (status === "PUBLISHED" ? now : null);
}
