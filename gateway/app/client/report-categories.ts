import type { TextKey } from "#gateway/ui/texts.ts";
import type { ReportCategory } from "#libs/contracts/messaging/index.ts";

/** Reasons to report a message, in the words of the reader. */
export const REPORT_CATEGORY_TEXTS: Readonly<Record<ReportCategory, TextKey>> = {
  SPAM: "page.report.spam",
  HARASSMENT: "page.report.harassment",
  SCAM: "page.report.scam",
  SEXUAL: "page.report.sexual",
  ILLEGAL: "page.report.illegal",
  OTHER: "page.report.other",
};

/** The text of a category. Moderation rules may use categories of their own, which have no text. */
export function categoryText(category: string): TextKey | null {
  return Object.hasOwn(REPORT_CATEGORY_TEXTS, category) ? REPORT_CATEGORY_TEXTS[category as ReportCategory] : null;
}
