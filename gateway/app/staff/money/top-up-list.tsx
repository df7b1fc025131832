import type { VNode } from "preact";
import { Money, Time } from "#gateway/ui/parts/values.tsx";
import { listAdminTopUps } from "#libs/contracts/wallet/top-ups.ts";
import { casesPage } from "../parts/cases.tsx";
import { Person } from "../parts/person.tsx";
import { staffApi } from "../staff-session.ts";
import { findTopUp, STATES, type TopUp, TopUpState } from "./top-up.tsx";
import { TopUpCase } from "./top-up-case.tsx";

/** Top-ups in one state, those in review first, and one of them. */
export default casesPage<TopUp, TopUp, TopUp["status"]>({
  path: "/admin/topups",
  title: "page.console.topups",
  kind: "TOPUP",
  queue: "topupsInReview",
  none: "page.staffMoney.noTopups",
  notFound: "page.staffMoney.noTopup",
  tabs: {
    by: "status",
    texts: {
      REVIEW: STATES.REVIEW.text,
      PENDING: STATES.PENDING.text,
      SUCCEEDED: STATES.SUCCEEDED.text,
      FAILED: STATES.FAILED.text,
      CANCELLED: STATES.CANCELLED.text,
      RETURNING: STATES.RETURNING.text,
      RETURNED: STATES.RETURNED.text,
    },
  },
  filters: ["userId"],
  csv: listAdminTopUps,
  list: ({ tab, filters, ...part }) => staffApi.call(listAdminTopUps, { ...filters, status: tab, ...part }),
  find: findTopUp,
  whole: (topUp) => topUp,
  idOf: ({ topupId }) => topupId,
  usersIn: ({ userId, decidedBy, settlement }) => [
    userId,
    ...(decidedBy === null ? [] : [decidedBy]),
    ...(settlement === null ? [] : [settlement.by]),
  ],
  Row: TopUpRow,
  Case: TopUpCase,
});

/** The sum is what came, where that is known. */
function TopUpRow({ item: { userId, amount, currency, paid, status, createdAt } }: { readonly item: TopUp }): VNode {
  return (
    <>
      <span class="text">
        <span>
          <Person userId={userId} isPlain />
        </span>
        <span class="hint">
          <Time at={createdAt} as="relative" />
        </span>
      </span>
      <span class="end">
        <Money {...(paid ?? { amount, currency })} />
        <span class="hint">
          <TopUpState status={status} />
        </span>
      </span>
    </>
  );
}
