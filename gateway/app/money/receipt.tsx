import type { ComponentChildren, VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Ring } from "#gateway/ui/parts/ring.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Name, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { Me } from "../client/me.ts";
import { useIssuer } from "./issuer.tsx";
import type { Movement } from "./movements.ts";

interface ReceiptProps {
  /** Day and amount come from the ledger. */
  readonly movement: Movement;
  /** Number of the receipt. */
  readonly number: string;
  /** Sums that have gone back since, each with its name. */
  readonly gone?: readonly (readonly [name: string, amount: string])[];
  readonly currency: string;
  readonly payer: Me;
  /** Description of the purchase. */
  readonly what: ComponentChildren;
  /** Time of the reply, ISO 8601; null: the payment needs none. */
  readonly answeredAt: string | null;
  readonly back: string;
  readonly backText: TextKey;
}

/** One payment, to read and to print. */
export function Receipt(props: ReceiptProps): VNode {
  const { movement, number, gone = [], currency, payer, what, answeredAt, back, backText } = props;
  const { amount, createdAt } = movement;
  const { t } = useReader();
  const issuer = useIssuer();
  const paid = amount.replace("-", "");
  return (
    <>
      <p class="actions no-print">
        <a href={back}>{t(backText)}</a>
      </p>
      <h1 tabIndex={-1}>{t("page.receipt.title")}</h1>
      <div class="note good">
        <div class="says">
          <Facts
            of={[
              [
                t("page.receipt.number"),
                <code key="number" dir="ltr">
                  {number}
                </code>,
              ],
              [t("page.receipt.date"), <Time key="date" at={createdAt} as="date" />],
              [t("page.receipt.what"), what],
              ...(answeredAt === null ? [] : [[t("page.state.answered"), <Time key="answered" at={answeredAt} as="date" />] as const]),
              [
                t("page.wallet.amount"),
                <strong key="amount">
                  <Money amount={paid} currency={currency} />
                </strong>,
              ],
              ...gone.map(([name, sum]) => [name, <Money key={name} amount={sum} currency={currency} />] as const),
              [t("page.receipt.to"), <Name key="to">{payer.displayName ?? payer.email}</Name>],
              ...issuer,
            ]}
          />
        </div>
        <div class="stub">
          <Ring state="answered" />
          <p class="grow">
            <Sentence of="page.state.paid" parts={{ amount: <Money amount={paid} currency={currency} /> }} />
          </p>
        </div>
      </div>
      <p class="actions">
        <Button kind="primary" onClick={() => print()}>
          {t("page.sheet.print")}
        </Button>
      </p>
    </>
  );
}
