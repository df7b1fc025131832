import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { amountAsTyped, readAmount } from "../amount.ts";
import { AmountField } from "../parts/amount-field.tsx";
import { Button, Choice } from "../parts/controls.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { useReader } from "../parts/reader.tsx";
import { Sentence } from "../parts/sentence.tsx";
import { Money, Name } from "../parts/values.tsx";
import { ErrorNote } from "./error-note.tsx";
import type { PayoutMethod } from "./payout-methods.tsx";
import { isRefusal } from "./refusal.ts";
import { api } from "./surroundings.ts";
import { useWork } from "./use-work.ts";

interface PayoutRequestProps {
  readonly earnings: { readonly available: string; readonly currency: string };
  readonly methods: readonly PayoutMethod[];
  requested(): void;
}

/** Asks for a payout, after a dialog that names amount and destination. One key for each attempt, so that a repetition pays once. */
export function PayoutRequest({ earnings: { available, currency }, methods, requested }: PayoutRequestProps): VNode {
  const { t, locale } = useReader();
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState("");
  const [key, setKey] = useState<string>(() => crypto.randomUUID());
  const [asks, setAsks] = useState(false);
  const [isDone, setDone] = useState(false);
  const { busy, failure, run } = useWork();
  const value = typed ?? amountAsTyped(available, locale);
  const amount = readAmount(value, locale);
  const method = methods.find(({ methodId }) => methodId === chosen) ?? methods[0];
  const change = (work: () => void) => {
    work();
    setDone(false);
    setKey(crypto.randomUUID());
  };
  const request = async () => {
    if (amount.kind !== "amount" || !method) return;
    const sent = { params: { header: { "Idempotency-Key": key } }, body: { amount: amount.value, methodId: method.methodId } };
    const isRequested = await run(() => api.POST("/payouts", sent).catch(onRefusal(() => setKey(crypto.randomUUID()))));
    setAsks(false);
    if (!isRequested) return;
    change(() => setTyped(null));
    setDone(true);
    requested();
  };

  return (
    <form
      class="card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsks(true);
      }}
    >
      <h2>{t("page.payouts.request")}</h2>
      <AmountField label={t("page.wallet.amount")} name="amount" value={value} onTyped={(next) => change(() => setTyped(next))} />
      {method ? (
        <Choice
          label={t("page.payouts.to")}
          name="method"
          value={method.methodId}
          options={methods.map(({ methodId, label }) => ({ value: methodId, text: label }))}
          onChange={(event) => change(() => setChosen(event.currentTarget.value))}
        />
      ) : (
        <p class="hint">{t("page.payouts.noMethod")}</p>
      )}
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions">
        <Button type="submit" kind="primary" busy={busy} disabled={amount.kind !== "amount" || amount.value === "0.00" || !method}>
          {t("page.payouts.request")}
        </Button>
        <span role="status">{isDone && t("page.payouts.done")}</span>
      </p>
      {asks && amount.kind === "amount" && method && (
        <Confirmation
          {...{ currency, busy, method }}
          amount={amount.value}
          onClose={() => setAsks(false)}
          confirmed={() => void request()}
        />
      )}
    </form>
  );
}

/** A refused attempt has paid nothing: the next one has another key. */
const onRefusal = (renewKey: () => void) => (error: unknown) => {
  if (isRefusal(error)) renewKey();
  throw error;
};

interface ConfirmationProps {
  readonly amount: string;
  readonly currency: string;
  readonly method: PayoutMethod;
  readonly busy: boolean;
  confirmed(): void;
  onClose(): void;
}

function Confirmation({ amount, currency, method, busy, confirmed, onClose }: ConfirmationProps): VNode {
  const { t } = useReader();
  return (
    <Dialog title={t("page.payouts.request")} onClose={onClose}>
      <p>
        <Sentence
          of="page.payouts.sure"
          parts={{ amount: <Money amount={amount} currency={currency} />, method: <Name>{method.label}</Name> }}
        />
      </p>
      <p class="actions">
        <Button kind="primary" busy={busy} onClick={confirmed}>
          {t("page.payouts.request")}
        </Button>
        <Button onClick={onClose}>{t("page.dialog.cancel")}</Button>
      </p>
    </Dialog>
  );
}
