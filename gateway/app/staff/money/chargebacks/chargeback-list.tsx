import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money, Time } from "#gateway/ui/parts/values.tsx";
import { type ChargebackFilter, listChargebacks } from "#libs/contracts/wallet/chargebacks.ts";
import { casesPage } from "../../parts/cases.tsx";
import { Person } from "../../parts/person.tsx";
import { staffApi } from "../../staff-session.ts";
import { ownerOf } from "../account-name.tsx";
import { Waits } from "../two-people/waits.tsx";
import { type Chargeback, ChargebackState, findChargeback, STATES } from "./chargeback.tsx";
import { ChargebackCase } from "./chargeback-case.tsx";

type Listed = Omit<Chargeback, "postings">;

/** Payments that the payer's bank takes back in one state, and one of them. */
export default casesPage<Listed, Chargeback, ChargebackFilter>({
  path: "/admin/chargebacks",
  title: "page.console.chargebacks",
  kind: "CHARGEBACK",
  queue: "chargebacks",
  none: "page.staffMoney.noChargebacks",
  notFound: "page.staffMoney.noChargeback",
  tabs: {
    by: "status",
    texts: {
      OPEN: STATES.OPEN.text,
      LOST: STATES.LOST.text,
      WON: STATES.WON.text,
      PROPOSED: "page.staffMoney.waitsForSecond",
    },
  },
  filters: ["id", "userId"],
  csv: listChargebacks,
  // An id names one, which may be in any state.
  list: ({ tab, filters, ...part }) =>
    staffApi.call(listChargebacks, { ...filters, ...(filters.id === undefined && { status: tab }), ...part }),
  find: findChargeback,
  whole: () => null,
  idOf: ({ chargebackId }) => chargebackId,
  usersIn: (chargeback) => [
    chargeback.userId,
    ...(chargeback.approval === null ? [] : [chargeback.approval.by]),
    ...("postings" in chargeback ? ownersIn(chargeback) : []),
  ],
  Row: ChargebackRow,
  Case: ChargebackCase,
});

/** The people whose accounts a chargeback has moved. */
const ownersIn = ({ postings }: Chargeback): readonly string[] =>
  postings.flatMap(({ entries }) => entries.flatMap(({ account }) => ownerOf(account)?.userId ?? []));

function ChargebackRow({ item }: { readonly item: Listed }): VNode {
  const { t } = useReader();
  const { userId, amount, writtenOff, currency, status, reason, answerBy, openedAt, approval } = item;
  return (
    <>
      <span class="text">
        <span>
          <Person userId={userId} isPlain />
        </span>
        <span class="hint">
          <Time at={openedAt} as="relative" /> {"· "}
          <bdi dir="ltr">{reason}</bdi>
          {status === "OPEN" && answerBy !== null && (
            <>
              {" · "}
              {t("page.staffMoney.answerBy")} <Time at={answerBy} />
            </>
          )}
        </span>
      </span>
      <span class="end">
        <Money amount={amount} currency={currency} />
        <span class="hint">
          <ChargebackState status={status} /> {approval !== null && <Waits since={approval.at} />}
        </span>
        {Number(writtenOff) !== 0 && (
          <span class="hint">
            {t("page.staffMoney.writtenOff")} <Money amount={writtenOff} currency={currency} />
          </span>
        )}
      </span>
    </>
  );
}
