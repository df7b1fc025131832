import type { TargetedEvent, VNode } from "preact";
import { useState } from "preact/hooks";
import { amountAsTyped, centsOf, readAmount } from "#gateway/ui/amount.ts";
import { AmountField } from "#gateway/ui/parts/amount-field.tsx";
import { Button, Choice, Problem } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Name } from "#gateway/ui/parts/values.tsx";
import { randomKey } from "#libs/client/random-key.ts";
import { requestPayout } from "#libs/contracts/wallet/payouts.ts";
import { api } from "../client/api.ts";
import { isRefusal } from "../client/refusal.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { focusFirstProblem } from "../ui/first-problem.ts";
import { useWork } from "../ui/use-work.ts";
import type { PayoutMethod } from "./payout-methods.tsx";

interface PayoutRequestProps {
  readonly earnings: { readonly available: string; readonly currency: string };
  readonly methods: readonly PayoutMethod[];
  requested(): void;
}

/** Requests a payout after a dialog that names amount and destination. Each attempt has one key, so a repetition pays once. */
export function PayoutRequest({ earnings: { available, currency }, methods, requested }: PayoutRequestProps): VNode {
  const { t, locale } = useReader();
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState("");
  const [key, setKey] = useState(randomKey);
  const [isTried, setTried] = useState(false);
  const [asks, setAsks] = useState(false);
  const [isDone, setDone] = useState(false);
  const { busy, failure, run } = useWork();
  const value = typed ?? amountAsTyped(available, locale);
  const read = readAmount(value, locale);
  const amount = read.kind === "amount" && centsOf(read.value) > 0 ? read.value : null;
  const method = methods.find(({ methodId }) => methodId === chosen) ?? methods[0];
  const change = (work: () => void) => {
    work();
    setDone(false);
    setKey(randomKey());
  };
  const request = async () => {
    if (amount === null || !method) return;
    const payout = { amount, methodId: method.methodId };
    const isRequested = await run(() =>
      api.call(requestPayout, payout, { idempotencyKey: key }).catch(onRefusal(() => setKey(randomKey()))),
    );
    setAsks(false);
    if (!isRequested) return;
    change(() => setTyped(null));
    setTried(false);
    setDone(true);
    requested();
  };
  const ask = (event: Event) => {
    event.preventDefault();
    setTried(true);
    if (amount !== null && method) setAsks(true);
    else focusFirstProblem();
  };

  return (
    <form class="card" noValidate onSubmit={ask}>
      <h2>{t("page.payouts.request")}</h2>
      <AmountField
        label={t("page.wallet.amount")}
        name="amount"
        value={value}
        problem={isTried && amount === null ? t("page.amount.noAmount") : null}
        onTyped={(next) => change(() => setTyped(next))}
      />
      <Destination {...{ methods, method, isTried }} onChange={(event) => change(() => setChosen(event.currentTarget.value))} />
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions">
        <Button type="submit" kind="primary" busy={busy}>
          {t("page.payouts.request")}
        </Button>
        <span role="status">{isDone && t("page.payouts.done")}</span>
      </p>
      {asks && amount !== null && method && (
        <Confirmation {...{ currency, busy, method, amount }} onClose={() => setAsks(false)} confirmed={() => void request()} />
      )}
    </form>
  );
}

interface DestinationProps {
  readonly methods: readonly PayoutMethod[];
  readonly method: PayoutMethod | undefined;
  /** The form was submitted, so a missing payout method is a problem. */
  readonly isTried: boolean;
  readonly onChange: (event: TargetedEvent<HTMLSelectElement>) => void;
}

function Destination({ methods, method, isTried, onChange }: DestinationProps): VNode {
  const { t } = useReader();
  if (!method) return isTried ? <Problem>{t("page.payouts.noMethod")}</Problem> : <p class="hint">{t("page.payouts.noMethod")}</p>;
  const options = methods.map(({ methodId, label }) => ({ value: methodId, text: label }));
  return <Choice label={t("page.payouts.to")} name="method" value={method.methodId} options={options} onChange={onChange} />;
}

/** A refused attempt paid nothing, so the next one needs a new key. */
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
