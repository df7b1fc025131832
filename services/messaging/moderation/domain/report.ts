import { REPORT_STATUSES, type ReportCategory } from "#libs/contracts/messaging/moderation-reports.ts";
import { moves } from "#libs/kernel/state-machine.ts";

/** A report is resolved once. */
export const reportMoves = moves(REPORT_STATUSES, { resolve: { from: ["OPEN"], to: "RESOLVED" } });

/** The category of the transparency database of the Digital Services Act for each of our categories. */
export const DSA_CATEGORIES = {
  SPAM: "STATEMENT_CATEGORY_SCOPE_OF_PLATFORM_SERVICE",
  HARASSMENT: "STATEMENT_CATEGORY_CYBER_VIOLENCE",
  SCAM: "STATEMENT_CATEGORY_SCAMS_AND_FRAUD",
  ILLEGAL: "STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH",
  SEXUAL: "STATEMENT_CATEGORY_PORNOGRAPHY_OR_SEXUALIZED_CONTENT",
  OTHER: "STATEMENT_CATEGORY_OTHER_VIOLATION_TC",
} as const satisfies Record<ReportCategory, string>;
