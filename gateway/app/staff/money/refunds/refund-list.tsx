import type { VNode } from "preact";
import { Money, Name, Time } from "#gateway/ui/parts/values.tsx";
import { listAdminRefunds, type RefundStatus } from "#libs/contracts/wallet/refunds.ts";
import { casesPage } from "../../parts/cases.tsx";
import { Person } from "../../parts/person.tsx";
import { staffApi } from "../../staff-session.ts";
import { findRefund, type Refund, RefundState, STATES } from "./refund.tsx";
import { RefundCase } from "./refund-case.tsx";

/** Money that goes back to its source in one state, and one refund. */
export default casesPage<Refund, Refund, RefundStatus>({
  path: "/admin/refunds",
  title: "page.console.refunds",
  kind: "REFUND",
  none: "page.staffMoney.noRefunds",
  notFound: "page.staffMoney.noRefund",
  tabs: { by: "status", texts: { PENDING: STATES.PENDING.text, SUCCEEDED: STATES.SUCCEEDED.text, FAILED: STATES.FAILED.text } },
  filters: ["userId"],
  csv: listAdminRefunds,
  list: ({ tab, page, limit, filters }) => staffApi.call(listAdminRefunds, { ...filters, status: tab, page, limit }),
  find: findRefund,
  whole: (refund) => refund,
  idOf: ({ refundId }) => refundId,
  usersIn: ({ userId, requestedBy, settlement }) => [userId, requestedBy, ...(settlement === null ? [] : [settlement.by])],
  Row: RefundRow,
  Case: RefundCase,
});

function RefundRow({ item: { userId, note, amount, currency, status, reason, createdAt } }: { readonly item: Refund }): VNode {
  return (
    <>
      <span class="text">
        <span>
          <Person userId={userId} isPlain />
        </span>
        <span class="hint">
          <Time at={createdAt} as="relative" />
          {note !== null && (
            <>
              {" · "}
              <Name>{note}</Name>
            </>
          )}
        </span>
      </span>
      <span class="end">
        <Money amount={amount} currency={currency} />
        <span class="hint">
          <RefundState status={status} /> {reason !== null && <bdi dir="ltr">{reason}</bdi>}
        </span>
      </span>
    </>
  );
}
