import type { VNode } from "preact";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Time } from "#gateway/ui/parts/values.tsx";
import { Person } from "../../parts/person.tsx";
import { useStaff } from "../../parts/staff.ts";
import { AccountName } from "../account-name.tsx";
import { KIND_NAMES } from "../kind-names.ts";
import { type Chargeback, ChargebackState } from "./chargeback.tsx";
import { WriteOff } from "./write-off.tsx";

interface ChargebackCaseProps {
  readonly item: Chargeback;
  changed(): void;
}

/** One chargeback: what the bank asks for and until when, who bore it, and how its debt is written off. */
export function ChargebackCase({ item, changed }: ChargebackCaseProps): VNode {
  const { t } = useReader();
  const { hrefOf } = useStaff();
  const { userId, topupId, source, status, reason, claimed, amount, writtenOff, owed, currency, answerBy, openedAt, closedAt } = item;
  const topUp = hrefOf("TOPUP", topupId);
  const money = (of: string) => <Money amount={of} currency={currency} />;
  return (
    <>
      <h1 tabIndex={-1}>
        <Sentence of="page.staffMoney.chargeback" parts={{ amount: money(claimed) }} />
      </h1>
      <Facts
        of={[
          [t("page.staffMoney.holder"), <Person key="holder" userId={userId} />],
          [t("page.console.state"), <ChargebackState key="state" status={status} />],
          [t("page.console.reason"), <bdi key="reason">{reason}</bdi>],
          [
            t("page.staffMoney.atProvider"),
            <code key="source" dir="ltr">
              {source}
            </code>,
          ],
          [t("page.staffMoney.booked"), money(amount)],
          ...(Number(owed) === 0 ? [] : [[t("page.staffMoney.owed"), money(owed)] as const]),
          ...(Number(writtenOff) === 0 ? [] : [[t("page.staffMoney.writtenOff"), money(writtenOff)] as const]),
          [t("page.staffMoney.begun"), <Time key="begun" at={openedAt} />],
          ...(status !== "OPEN" || answerBy === null ? [] : [[t("page.staffMoney.answerBy"), <Time key="until" at={answerBy} />] as const]),
          ...(closedAt === null ? [] : [[t("page.staffMoney.settled"), <Time key="closed" at={closedAt} />] as const]),
        ]}
      />
      {status === "OPEN" && <p class="notice">{t("page.staffMoney.disputeOpenWhat")}</p>}
      {status === "LOST" && <p class="notice">{t("page.staffMoney.disputeLostWhat")}</p>}
      <p class="actions">
        {topUp !== null && <a href={topUp}>{t("page.staffMoney.oneTopup")}</a>}
        <a href={`/admin/wallets/${userId}`}>{t("page.staffMoney.wallets")}</a>
      </p>
      <WriteOff {...{ of: item, changed }} />
      <Postings of={item} />
    </>
  );
}

/** Whose accounts the dispute has moved, in the order of the books. */
function Postings({ of: { postings, currency } }: { readonly of: Chargeback }): VNode | null {
  const { t } = useReader();
  if (postings.length === 0) return null;
  return (
    <>
      <h2>{t("page.staffMoney.postings")}</h2>
      <ul class="list">
        {postings.map(({ id, kind, createdAt, entries }) => (
          <Row key={id} id={id} href={null}>
            {t(KIND_NAMES[kind])}
            <span class="hint">
              <Time at={createdAt} />
            </span>
            {entries.map(({ account, amount }) => (
              <span key={`${account} ${amount}`}>
                <AccountName of={account} /> {"· "}
                <Money amount={amount} currency={currency} />
              </span>
            ))}
          </Row>
        ))}
      </ul>
    </>
  );
}
