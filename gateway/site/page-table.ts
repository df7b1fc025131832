import { isSegmentOfSite } from "#libs/contracts/reserved-names.ts";
import { appPages } from "./app.page.tsx";
import { consolePages } from "./console.page.tsx";
import { compose } from "./creator/compose.page.tsx";
import { creatorPage } from "./creator/creator.page.tsx";
import { creatorFiles } from "./creator/creator-files.ts";
import { embedPage } from "./creator/embed.page.tsx";
import { sheetPage } from "./creator/sheet.page.tsx";
import { design } from "./design.page.tsx";
import { discover, discoverPlatform } from "./discover/discover.page.tsx";
import { cancelFactorResetPage } from "./forms/cancel-factor-reset.page.tsx";
import { confirmEmailChangePage } from "./forms/confirm-email-change.page.tsx";
import { confirmSubscriptionPage } from "./forms/confirm-subscription.page.tsx";
import { farewellPage } from "./forms/farewell.page.tsx";
import { forgotPasswordPage } from "./forms/forgot-password.page.tsx";
import { mailbox } from "./forms/mailbox.page.tsx";
import { registerPage } from "./forms/register.page.tsx";
import { resetPasswordPage } from "./forms/reset-password.page.tsx";
import { undoEmailChangePage } from "./forms/undo-email-change.page.tsx";
import { undoFactorPage } from "./forms/undo-factor.page.tsx";
import { unsubscribePage } from "./forms/unsubscribe.page.tsx";
import { verifyEmailPage } from "./forms/verify-email.page.tsx";
import { help, helpArticle } from "./help/help.page.tsx";
import { home } from "./home/home.page.tsx";
import { datedLegalText, legalText, legalVersions } from "./legal/legal.page.tsx";
import type { Page, Resource } from "./page.ts";
import { siteFiles } from "./site-files.ts";

/** Every page. The first segments of their paths are reserved, so no username may equal one. */
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
  confirmEmailChangePage,
  undoEmailChangePage,
  undoFactorPage,
  cancelFactorResetPage,
  confirmSubscriptionPage,
  unsubscribePage,
  farewellPage,
  ...appPages,
  ...consolePages,
  compose,
  creatorPage,
  embedPage,
  sheetPage,
];

/** Every file that is neither a page nor an asset. */
export const RESOURCES: readonly Resource[] = [...siteFiles, ...creatorFiles];

/** First path segments of the API, which pages never handle. */
export const INTERFACE_SEGMENTS: ReadonlySet<string> = new Set(["api", "docs", "health", "metrics", ".well-known"]);

/** Checks the first segment of every path of the table. Throws when a username could equal it. */
export function requireReservedSegments(): void {
  for (const { path } of [...PAGES, ...RESOURCES]) {
    const [segment = ""] = path.slice(1).split("/", 1);
    if (segment !== "" && !segment.startsWith("{") && !isSegmentOfSite(segment))
      throw new Error(`"${segment}" is a page, but not in libs/contracts/reserved-names.ts`);
  }
}
