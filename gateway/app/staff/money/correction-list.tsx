import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money, Time } from "#gateway/ui/parts/values.tsx";
import { type AdjustmentStatus, listAdjustments, proposeAdjustment } from "#libs/contracts/wallet/adjustments.ts";
import { casesPage } from "../parts/cases.tsx";
import { Person } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { type Correction, CorrectionState, findCorrection, STATES } from "./correction.tsx";
import { CorrectionCase } from "./correction-case.tsx";
import { Waits } from "./two-people/waits.tsx";
import { WALLET_NAMES } from "./wallets-of.tsx";

/** Corrections of wallets in one state, and one of them. */
export default casesPage<Correction, Correction, AdjustmentStatus>({
  path: "/admin/ledger/adjustments",
  title: "page.console.corrections",
  kind: "ADJUSTMENT",
  queue: "adjustments",
  none: "page.staffMoney.noCorrections",
  notFound: "page.staffMoney.noCorrection",
  tabs: {
    by: "status",
    texts: { PENDING: STATES.PENDING.text, APPROVED: STATES.APPROVED.text, REJECTED: STATES.REJECTED.text },
  },
  filters: ["userId"],
  csv: listAdjustments,
  list: ({ tab, filters, ...part }) => staffApi.call(listAdjustments, { ...filters, status: tab, ...part }),
  find: findCorrection,
  whole: (correction) => correction,
  idOf: ({ adjustmentId }) => adjustmentId,
  usersIn: ({ userId, proposedBy, decidedBy }) => [userId, proposedBy, ...(decidedBy === null ? [] : [decidedBy])],
  New: NewCorrection,
  Row: CorrectionRow,
  Case: CorrectionCase,
});

/** A correction is proposed where the balance stands: at the wallet of its person. */
function NewCorrection({ filters: { userId } }: { readonly filters: Readonly<Record<string, string>> }): VNode | null {
  const { t } = useReader();
  const { may, hrefOf } = useStaff();
  if (!may(proposeAdjustment)) return null;
  return (
    <p class="actions">
      <a class="button" href={(userId && hrefOf("WALLET", userId)) || "/admin/wallets"}>
        {t("page.staffMoney.propose")}
      </a>
    </p>
  );
}

function CorrectionRow({ item: { userId, kind, amount, currency, status, proposedAt } }: { readonly item: Correction }): VNode {
  const { t } = useReader();
  return (
    <>
      <span class="text">
        <span>
          <Person userId={userId} isPlain />
        </span>
        <span class="hint">
          {t(WALLET_NAMES[kind])}
          {" · "}
          <Time at={proposedAt} as="relative" />
        </span>
      </span>
      <span class="end">
        <Money amount={amount} currency={currency} />
        <span class="hint">
          <CorrectionState status={status} /> {status === "PENDING" && <Waits since={proposedAt} />}
        </span>
      </span>
    </>
  );
}
