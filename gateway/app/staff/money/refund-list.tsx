import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge, Money, Name, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { listAdminRefunds, type RefundStatus } from "#libs/contracts/wallet/refunds.ts";
import { listPage } from "../parts/cases.tsx";
import { Person } from "../parts/person.tsx";
import { staffApi } from "../staff-session.ts";

const refundsOf = (status: RefundStatus, page: number, limit: number, filters: Readonly<Record<string, string>>) =>
  staffApi.call(listAdminRefunds, { ...filters, status, page, limit });

type Refund = Awaited<ReturnType<typeof refundsOf>>["items"][number];

const STATES = {
  PENDING: { kind: "warn", text: "page.wallet.backPending" },
  SUCCEEDED: { kind: "good", text: "page.wallet.backSent" },
  FAILED: { kind: "danger", text: "page.wallet.backFailed" },
} as const satisfies Record<RefundStatus, { readonly kind: string; readonly text: TextKey }>;

/** Money that goes back to its source. */
export default listPage<Refund, RefundStatus>({
  path: "/admin/refunds",
  title: "page.console.refunds",
  kind: "WALLET",
  none: "page.staffMoney.noRefunds",
  isOnlyList: true,
  tabs: { by: "status", texts: { PENDING: STATES.PENDING.text, SUCCEEDED: STATES.SUCCEEDED.text, FAILED: STATES.FAILED.text } },
  filters: ["userId"],
  csv: listAdminRefunds,
  list: ({ tab, page, limit, filters }) => refundsOf(tab, page, limit, filters),
  idOf: ({ refundId }) => refundId,
  usersIn: ({ userId, requestedBy }) => [userId, requestedBy],
  Row: RefundRow,
});

function RefundRow({ item: { userId, requestedBy, note, amount, currency, status, reason, createdAt } }: { readonly item: Refund }): VNode {
  const { t } = useReader();
  const { kind, text } = STATES[status];
  return (
    <>
      <span class="text">
        <span>
          <Person userId={userId} />
        </span>
        <span class="hint">
          <Time at={createdAt} as="relative" />
          {requestedBy !== userId && (
            <>
              {" · "}
              <Person userId={requestedBy} />
            </>
          )}
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
          <Badge kind={kind}>{t(text)}</Badge> {reason !== null && <bdi dir="ltr">{reason}</bdi>}
        </span>
      </span>
    </>
  );
}
