import { staffJoined } from "#libs/contracts/account/index.ts";
import { noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

/** Tells super admins that an invited person belongs to the staff now: an invitation that reached a stranger is found out. */
export const onStaffJoined = notifyOn(staffJoined, ({ userId: joined, superAdminIds }) =>
  superAdminIds.map((userId) => ({ userId, eventKey: "staff_joined", data: noticeData({ deepLink: `/admin/users/${joined}` }) })),
);
