import { implement } from "#libs/contract-kit/implement.ts";
import { sendAlarmMail } from "#libs/contracts/account/index.ts";
import { ALARM_REMEDIES } from "#libs/policies/alarm-remedies.ts";
import { ADMIN_ROLES, type AdminRole, hasPermission } from "#libs/policies/roles.ts";
import type { Deps } from "../deps.ts";

const AUDITORS = (Object.keys(ADMIN_ROLES) as AdminRole[]).filter((role) => hasPermission([role], "audit:read"));

/** Internal: mails an alarm to all users who may read the audit log. */
export const sendAlarmMailAction = ({ mailer, users }: Pick<Deps, "mailer" | "users">) =>
  implement(sendAlarmMail, async ({ params: { alarm, process, value, threshold, since } }) => {
    const readers = await users.listStaff(AUDITORS);
    const details = { alarm, process, value: shortened(value), threshold: shortened(threshold), since };
    // Said in the mail too, because the pages of staff may be down.
    const texts = { meaning: `page.staffAlarms.${alarm}`, remedy: ALARM_REMEDIES[alarm] };
    for (const { email: to, locale } of readers) mailer.send({ to, kind: "alarm_raised", locale, details, texts });
    return { recipients: readers.length };
  });

/** Three decimals are precise enough to judge the severity. */
const shortened = (value: number): string => String(Math.round(value * 1_000) / 1_000);
