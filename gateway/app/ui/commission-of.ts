import type { CreatorLevel } from "#libs/contracts/creator/terms.ts";
import { pageData } from "../client/browser/page-data.ts";

/** Share of each paid message that the platform keeps from a creator; null: the document does not say. */
export const commissionOf = (level: CreatorLevel): number | null => pageData.commissions?.[level] ?? null;
