import type { VNode } from "preact";
import { centsOf } from "#gateway/ui/amount.ts";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Badge, Money, Time } from "#gateway/ui/parts/values.tsx";
import { getTrialBalance } from "#libs/contracts/wallet/index.ts";
import type { AppPage } from "../../ui/app-page.ts";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { AlarmNotice } from "../parts/alarm-texts.tsx";
import { PAGE_SIZE } from "../parts/cases-of.ts";
import { CsvLink } from "../parts/csv-link.tsx";
import { askForNames } from "../parts/names.ts";
import { useLooking } from "../parts/use-looking.ts";
import { staffApi } from "../staff-session.ts";
import { AccountName, ownerOf } from "./account-name.tsx";
import { LedgerAudit } from "./ledger-audit.tsx";
import { LedgerExport } from "./ledger-export.tsx";

const PATH = "/admin/ledger";

/** A page of the accounts after a position, with the names of their owners. */
async function ledgerAfter(cursor: string | null) {
  const ledger = await staffApi.call(getTrialBalance, { limit: PAGE_SIZE, ...(cursor !== null && { cursor }) });
  await askForNames(ledger.accounts.flatMap(({ account }) => ownerOf(account)?.userId ?? []));
  return ledger;
}

type Ledger = Awaited<ReturnType<typeof ledgerAfter>>;

/** The total of the books, which must be zero, and their accounts. */
export default function LedgerPage({ query }: AppPage): VNode {
  const { t } = useReader();
  const cursor = query.get("cursor");
  const loaded = useQuery(cursor ?? "", () => ledgerAfter(cursor));
  useLooking(loaded.reload);
  return (
    <>
      <h1 tabIndex={-1}>{t("page.console.books")}</h1>
      <Loaded query={loaded}>
        {(ledger) => (
          <>
            <Sums of={ledger} />
            <LedgerAudit />
            <LedgerExport />
            <Accounts of={ledger} />
            <nav class="actions" aria-label={t("page.list.pages")}>
              {cursor !== null && <a href={PATH}>{t("page.staffMoney.firstPage")}</a>}
              {ledger.nextCursor !== null && <a href={`${PATH}?cursor=${encodeURIComponent(ledger.nextCursor)}`}>{t("page.list.next")}</a>}
            </nav>
          </>
        )}
      </Loaded>
    </>
  );
}

function Sums({ of: { currency, total, totals, asOf } }: { readonly of: Ledger }): VNode {
  const { t } = useReader();
  const isEven = centsOf(total) === 0;
  const sum = (amount: string) => <Money amount={amount} currency={currency} />;
  return (
    <>
      {!isEven && <AlarmNotice kind="LedgerImbalance" />}
      <Facts
        of={[
          [
            t("page.console.ledger"),
            <span key="total">
              {sum(total)}{" "}
              {isEven ? <Badge kind="good">{t("page.staffMoney.even")}</Badge> : <Badge kind="danger">{t("page.staffMoney.uneven")}</Badge>}
            </span>,
          ],
          [t("page.staffMoney.debit"), sum(totals.debit)],
          [t("page.staffMoney.credit"), sum(totals.credit)],
          [t("page.staffMoney.asOf"), <Time key="read" at={asOf} />],
        ]}
      />
    </>
  );
}

function Accounts({ of: { accounts, accountCount, currency } }: { readonly of: Ledger }): VNode {
  const { t, formats } = useReader();
  return (
    <>
      <h2>{t("page.staffMoney.accounts")}</h2>
      <p class="actions apart">
        <span class="hint">{t("page.console.total", { number: formats.number(accountCount) })}</span>
        <CsvLink of={getTrialBalance} filters={{}} />
      </p>
      <ul class="list" data-cases>
        {accounts.map(({ account, debit, credit, balance }) => (
          <Row key={account} id={account} href={null} end={<Money amount={balance} currency={currency} />}>
            <AccountName of={account} />
            <span class="hint">
              {t("page.staffMoney.debit")} <Money amount={debit} currency={currency} />
              {" · "}
              {t("page.staffMoney.credit")} <Money amount={credit} currency={currency} />
            </span>
          </Row>
        ))}
      </ul>
    </>
  );
}
