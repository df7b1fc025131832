import { isSegmentOfSite } from "#libs/contracts/reserved-names.ts";
import { appPages } from "./app.page.tsx";
import { compose } from "./compose.page.tsx";
import { consolePages } from "./console.page.tsx";
import type { Page, Resource } from "./page.ts";
import { confirmSubscriptionPage } from "./public/confirm-subscription.page.tsx";
import { creatorPage } from "./public/creator.page.tsx";
import { creatorFiles } from "./public/creator-files.ts";
import { design } from "./public/design.page.tsx";
import { discover, discoverPlatform } from "./public/discover.page.tsx";
import { embedPage } from "./public/embed.page.tsx";
import { forgotPasswordPage } from "./public/forgot-password.page.tsx";
import { help, helpArticle } from "./public/help.page.tsx";
import { home } from "./public/home.page.tsx";
import { datedLegalText, legalText, legalVersions } from "./public/legal.page.tsx";
import { mailbox } from "./public/mailbox.page.tsx";
import { registerPage } from "./public/register.page.tsx";
import { resetPasswordPage } from "./public/reset-password.page.tsx";
import { sheetPage } from "./public/sheet.page.tsx";
import { siteFiles } from "./public/site-files.ts";
import { unsubscribePage } from "./public/unsubscribe.page.tsx";
import { verifyEmailPage } from "./public/verify-email.page.tsx";

/** Every page. The first segments of their paths are no usernames. */
export const PAGES: readonly Page[] = [
  home,
  discover,
  discoverPlatform,
  help,
  helpArticle,
  legalText,
  legalVersions,
  datedLegalText,
  design,
  mailbox,
  registerPage,
  verifyEmailPage,
  forgotPasswordPage,
  resetPasswordPage,
  confirmSubscriptionPage,
  unsubscribePage,
  ...appPages,
  ...consolePages,
  compose,
  creatorPage,
  embedPage,
  sheetPage,
];

/** Every file that is neither a page nor an asset. */
export const RESOURCES: readonly Resource[] = [...siteFiles, ...creatorFiles];

/** First segments of the interface, which pages never answer. */
export const INTERFACE_SEGMENTS: ReadonlySet<string> = new Set(["api", "docs", "health", "metrics", ".well-known"]);

/** The first segment of every path of the table. Throws when a creator could have that name. */
export function requireReservedSegments(): void {
  for (const { path } of [...PAGES, ...RESOURCES]) {
    const [segment = ""] = path.slice(1).split("/", 1);
    if (segment !== "" && !segment.startsWith("{") && !isSegmentOfSite(segment))
      throw new Error(`"${segment}" is a page, but not in libs/contracts/reserved-names.ts`);
  }
}
