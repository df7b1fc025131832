import type { VNode } from "preact";
import { Money, Time } from "#gateway/ui/parts/values.tsx";
import { listUnclaimed, type UnclaimedFilter } from "#libs/contracts/wallet/leaving.ts";
import { casesPage } from "../../parts/cases.tsx";
import { Person } from "../../parts/person.tsx";
import { staffApi } from "../../staff-session.ts";
import { Waits } from "../two-people/waits.tsx";
import { findUnclaimed, STATES, type Unclaimed, UnclaimedState } from "./unclaimed.tsx";
import { UnclaimedCase } from "./unclaimed-case.tsx";

/** Money of deleted accounts in one state, that with a claim first, and one of them. */
export default casesPage<Unclaimed, Unclaimed, UnclaimedFilter>({
  path: "/admin/unclaimed",
  title: "page.console.unclaimed",
  kind: "UNCLAIMED",
  queue: "unclaimed",
  none: "page.staffMoney.noUnclaimedYet",
  notFound: "page.staffMoney.noUnclaimed",
  tabs: {
    by: "status",
    texts: {
      WAITING: STATES.WAITING.text,
      OPEN: STATES.OPEN.text,
      CLAIMED: STATES.CLAIMED.text,
      PAID: STATES.PAID.text,
      PROPOSED: "page.staffMoney.waitsForSecond",
    },
  },
  filters: ["userId"],
  csv: listUnclaimed,
  list: ({ tab, page, limit, filters }) => staffApi.call(listUnclaimed, { ...filters, status: tab, page, limit }),
  find: findUnclaimed,
  whole: (unclaimed) => unclaimed,
  idOf: ({ unclaimedId }) => unclaimedId,
  usersIn: ({ userId, claimantId, approval, decidedBy }) =>
    [userId, claimantId, approval?.by, decidedBy].filter((id) => typeof id === "string"),
  Row: UnclaimedRow,
  Case: UnclaimedCase,
});

function UnclaimedRow({ item: { userId, claimantId, amount, currency, status, openedAt, approval } }: { readonly item: Unclaimed }): VNode {
  return (
    <>
      <span class="text">
        <span>
          <Person userId={userId} isPlain />
          {claimantId !== null && (
            <>
              {" "}
              <span class="turns">→</span> <Person userId={claimantId} isPlain />
            </>
          )}
        </span>
        <span class="hint">
          <Time at={openedAt} as="relative" />
        </span>
      </span>
      <span class="end">
        <Money amount={amount} currency={currency} />
        <span class="hint">
          <UnclaimedState status={status} /> {approval !== null && <Waits since={approval.at} />}
        </span>
      </span>
    </>
  );
}
