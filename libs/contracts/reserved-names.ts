/** First path segments of pages and of the interface. They are no usernames, because `/{username}` is the page of a creator. */
export const FIRST_SEGMENTS: ReadonlySet<string> = new Set([
  ...["api", "assets", "images", "design", "docs", "mailbox", "health", "metrics", "public", ".well-known"],
  ...["register", "login", "verify-email", "forgot-password", "reset-password", "email-subscriptions", "unsubscribe", "farewell"],
  ...["confirm-email-change", "undo-email-change", "undo-factor", "undo-forfeit", "accept-invitation", "cancel-factor-reset"],
  ...["claim", "webhook-portal", "discover", "help", "legal", "transparency", "notices", "gdpr"],
  ...["messages", "wallet", "sandbox", "following", "support", "statements", "notifications", "settings"],
  ...["become-creator", "page", "links", "dashboard", "payouts", "admin"],
]);

/** Browsers and robots request files at the root. */
const FILE_NAME = /\.(ico|png|jpg|svg|webp|js|css|map|json|xml|txt|html|webmanifest)$/;

/** Whether a path segment in small letters belongs to the site: a page, a part of the interface, or a name like that of a file. */
export function isSegmentOfSite(segment: string): boolean {
  return FIRST_SEGMENTS.has(segment) || FILE_NAME.test(segment);
}
