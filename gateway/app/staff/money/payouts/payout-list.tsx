import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money, Time } from "#gateway/ui/parts/values.tsx";
import { listAdminPayouts, type PayoutFilter } from "#libs/contracts/wallet/payouts.ts";
import { casesPage } from "../../parts/cases.tsx";
import { Person } from "../../parts/person.tsx";
import { staffApi } from "../../staff-session.ts";
import { Hindered } from "./hindered.tsx";
import { findPayout, isUndecided, type Payout, PayoutState, STATES } from "./payout.tsx";
import { PayoutCase } from "./payout-case.tsx";
import { APPROVE_TOGETHER } from "./payouts-together.tsx";

/** Payouts in one state, and one of them. */
export default casesPage<Payout, Payout, Exclude<PayoutFilter, "REQUESTED" | "APPROVED">>({
  path: "/admin/payouts",
  title: "page.payouts.list",
  kind: "PAYOUT",
  queue: "payouts",
  none: "page.staffMoney.noPayouts",
  notFound: "page.staffMoney.noPayout",
  tabs: {
    by: "status",
    texts: {
      WAITING: "page.staffMoney.toDecide",
      PROCESSING: STATES.PROCESSING.text,
      PAID: STATES.PAID.text,
      FAILED: STATES.FAILED.text,
      CANCELLED: STATES.CANCELLED.text,
    },
  },
  filters: ["userId"],
  csv: listAdminPayouts,
  list: ({ tab, filters, ...part }) => staffApi.call(listAdminPayouts, { ...filters, status: tab, ...part }),
  find: findPayout,
  whole: (payout) => payout,
  idOf: ({ payoutId }) => payoutId,
  usersIn: ({ userId, decidedBy, approval, settlement }) => [
    userId,
    ...(decidedBy === null ? [] : [decidedBy]),
    ...(approval === null ? [] : [approval.by]),
    ...(settlement === null ? [] : [settlement.by]),
  ],
  together: APPROVE_TOGETHER,
  Row: PayoutRow,
  Case: PayoutCase,
});

function PayoutRow({ item }: { readonly item: Payout }): VNode {
  const { t } = useReader();
  const { userId, amount, currency, methodKind, methodLabel, requestedAt, status, approvals } = item;
  return (
    <>
      <span class="text">
        <span>
          <Person userId={userId} isPlain />
        </span>
        <span class="hint">
          <bdi>{methodLabel || methodKind}</bdi>
          {" · "}
          <Time at={requestedAt} as="relative" />
        </span>
      </span>
      <span class="end">
        <Money amount={amount} currency={currency} />
        <span class="hint">
          <PayoutState status={status} />
          {isUndecided(status) && approvals === 2 && <> {t("page.staffMoney.twoPeople")}</>}
          <Hindered of={item} />
        </span>
      </span>
    </>
  );
}
