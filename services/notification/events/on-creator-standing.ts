import { type KycStatus, kycUpdated, levelChanged } from "#libs/contracts/creator/index.ts";
import { noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

/** The statuses that end a check. The creator causes the other ones and needs no notification of them. */
const KYC_OUTCOMES: readonly KycStatus[] = ["APPROVED", "REJECTED", "RESUBMISSION_REQUIRED", "EXPIRED"];

/** Notifies a creator of the outcome of an identity check. */
export const onKycUpdated = notifyOn(kycUpdated, ({ userId, to, reasons = [], reason = null }) => {
  if (!KYC_OUTCOMES.includes(to)) return [];
  const why = { reasons: reasons.join(","), words: reason };
  return [{ userId, eventKey: "kyc_updated", data: noticeData({ kycStatus: to, ...why, deepLink: "/settings/identity" }) }];
});

/** Notifies a creator of a new level. */
export const onLevelChanged = notifyOn(levelChanged, ({ userId, from, to }) => [
  { userId, eventKey: "level_changed", data: noticeData({ level: to, previousLevel: from }) },
]);
