import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { readAmount } from "#gateway/ui/amount.ts";
import { AmountField } from "#gateway/ui/parts/amount-field.tsx";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { randomKey } from "#libs/client/random-key.ts";
import { createRefund, listRefunds, type RefundStatus } from "#libs/contracts/wallet/refunds.ts";
import { api } from "../client/api.ts";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";

const LATEST = 5;

/** The reader's latest refunds. */
export const latestRefunds = async () => (await api.call(listRefunds, { limit: LATEST })).items;

interface SendBackProps {
  /** At most this can go back, decimal. */
  readonly refundable: string;
  readonly currency: string;
  sent(): void;
}

/** Sends unspent money back to where it came from. */
export function SendBack({ refundable, currency, sent }: SendBackProps): VNode {
  const { t, locale } = useReader();
  const [typed, setTyped] = useState("");
  const [key, setKey] = useState(randomKey);
  const form = useForm();
  const range = { minimum: "0.01", maximum: refundable };
  const amount = readAmount(typed, locale, range);

  const send = () =>
    form.run(async () => {
      if (amount.kind !== "amount") return;
      await api.call(createRefund, { amount: amount.value }, { idempotencyKey: key });
      setTyped("");
      setKey(randomKey());
      sent();
    });

  return (
    <Form form={form} class="card" onSend={send}>
      <h2>{t("page.wallet.back")}</h2>
      <p class="hint">
        <Sentence of="page.wallet.backHint" parts={{ amount: <Money amount={refundable} currency={currency} /> }} />
      </p>
      <AmountField
        label={t("page.wallet.amount")}
        name="amount"
        value={typed}
        range={range}
        onTyped={(value) => {
          setTyped(value);
          setKey(randomKey());
        }}
      />
      <Refused />
      <p class="actions">
        <Button type="submit" busy={form.busy}>
          {t("page.wallet.backDo")}
        </Button>
      </p>
    </Form>
  );
}

const STATES = {
  PENDING: "page.wallet.backPending",
  SUCCEEDED: "page.wallet.backSent",
  FAILED: "page.wallet.backFailed",
} as const satisfies Record<RefundStatus, TextKey>;

/** What was sent back lately, and whether it has gone. */
export function SentBack({ refunds }: { readonly refunds: Awaited<ReturnType<typeof latestRefunds>> }): VNode {
  const { t } = useReader();
  return (
    <section aria-labelledby="sent-back">
      <h2 id="sent-back">{t("page.wallet.backList")}</h2>
      <ul class="list">
        {refunds.map(({ refundId, amount, currency, status, createdAt }) => (
          <Row key={refundId} href={null} end={<Money amount={amount} currency={currency} />}>
            <Time at={createdAt} />
            <span class="hint">{t(STATES[status])}</span>
          </Row>
        ))}
      </ul>
    </section>
  );
}
