import { guardTripped } from "#libs/contracts/config/internal.ts";
import { noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

/** Tells finance staff that a guard has switched a system off. */
export const onGuardTripped = notifyOn(guardTripped, ({ system, cause, userIds }) =>
  userIds.map((userId) => ({
    userId,
    eventKey: "guard_tripped",
    data: noticeData({ system, cause: cause.startsWith("STALE") ? "STALE" : "FINDING", deepLink: "/admin/ledger" }),
  })),
);
