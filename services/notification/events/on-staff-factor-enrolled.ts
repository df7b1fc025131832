import { staffFactorEnrolled } from "#libs/contracts/account/index.ts";
import { noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

/** Tells super admins that a colleague has a first factor: one that a stranger has added is found out. */
export const onStaffFactorEnrolled = notifyOn(staffFactorEnrolled, ({ userId: enrolled, superAdminIds }) =>
  superAdminIds.map((userId) => ({
    userId,
    eventKey: "staff_factor_enrolled",
    data: noticeData({ deepLink: `/admin/users/${enrolled}` }),
  })),
);
