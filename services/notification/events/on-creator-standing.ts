import type { KycStatus } from "#libs/contracts/creator.ts";
import { kycUpdated } from "#libs/contracts/creator-kyc.ts";
import { levelChanged } from "#libs/contracts/creator-level.ts";
import { dataOf } from "../domain/notice.ts";
import { notices } from "./notify.ts";

/** What a creator did not do: those who began or left a check know it. */
const NEWS: readonly KycStatus[] = ["APPROVED", "REJECTED", "RESUBMISSION_REQUIRED", "EXPIRED"];

/** Tells a creator how the identity check came out. */
export const onKycUpdated = notices(kycUpdated, ({ userId, to }) =>
  NEWS.includes(to) ? [{ userId, eventKey: "kyc_updated", data: dataOf({ kycStatus: to, deepLink: "/settings/identity" }) }] : [],
);

/** Tells a creator the new level. */
export const onLevelChanged = notices(levelChanged, ({ userId, from, to }) => [
  { userId, eventKey: "level_changed", data: dataOf({ level: to, previousLevel: from }) },
]);
