import type { TargetedEvent, VNode } from "preact";
import { useState } from "preact/hooks";
import { amountAsTyped, centsOf, readAmount } from "#gateway/ui/amount.ts";
import { AmountField } from "#gateway/ui/parts/amount-field.tsx";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { Choice } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Name } from "#gateway/ui/parts/values.tsx";
import type { Texts } from "#gateway/ui/texts.ts";
import { randomKey } from "#libs/client/random-key.ts";
import { requestPayout } from "#libs/contracts/wallet/payouts.ts";
import { api } from "../client/api.ts";
import { pageData } from "../client/browser/page-data.ts";
import { isRefusal } from "../client/refusal.ts";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { isPaidThere, type Payee } from "./payee-account.tsx";
import type { PayoutMethod } from "./payout-methods.tsx";

/** The smallest payout; decimal. */
export const minPayout = (): string => pageData.minPayout ?? "0.01";

interface PayoutRequestProps {
  /** The identity check has been passed. */
  readonly isIdentified: boolean;
  readonly earnings: {
    readonly available: string;
    readonly currency: string;
    readonly coolingUntil: string | null;
    readonly frozen: boolean;
  };
  readonly payee: Payee;
  readonly methods: readonly PayoutMethod[];
  requested(): void;
}

/** Requests a payout after a dialog that names amount and destination. Each attempt has one key, so a repetition pays once. */
export function PayoutRequest({
  isIdentified,
  earnings: { available, currency, coolingUntil, frozen },
  payee,
  methods,
  requested,
}: PayoutRequestProps): VNode {
  const { t, locale, formats } = useReader();
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState("");
  const [key, setKey] = useState(randomKey);
  const [asks, setAsks] = useState(false);
  const [isDone, setDone] = useState(false);
  const form = useForm();
  const value = typed ?? amountAsTyped(available, locale);
  const isEnough = centsOf(available) >= centsOf(minPayout());
  const range = isEnough ? { minimum: minPayout(), maximum: available } : null;
  const read = readAmount(value, locale, range);
  const amount = read.kind === "amount" ? read.value : null;
  const method = isPaidThere(payee) ? undefined : (methods.find(({ methodId }) => methodId === chosen) ?? methods[0]);
  const label = isPaidThere(payee) ? t("page.payouts.account") : method?.label;
  const change = (work: () => void) => {
    work();
    setDone(false);
    setKey(randomKey());
  };
  const blocked =
    (frozen && t("page.payouts.frozen")) ||
    (!isEnough && t("page.payouts.missing", { minimum: formats.money(minPayout(), currency) })) ||
    (!isIdentified && t("page.payouts.identity")) ||
    (coolingUntil !== null && t("page.payouts.cooling", { time: formats.dateTime(coolingUntil) })) ||
    missingDestination(t, payee, label);
  const request = async () => {
    if (amount === null) return;
    const payout = { amount, methodId: method?.methodId };
    const isRequested = await form.run(() =>
      api.call(requestPayout, payout, { idempotencyKey: key }).catch(onRefusal(() => setKey(randomKey()))),
    );
    setAsks(false);
    if (!isRequested) return;
    change(() => setTyped(null));
    setDone(true);
    requested();
  };

  return (
    <Form form={form} class="card" onSend={() => setAsks(true)}>
      <h2>{t("page.payouts.request")}</h2>
      <AmountField
        label={t("page.wallet.amount")}
        name="amount"
        value={value}
        range={range}
        onTyped={(next) => change(() => setTyped(next))}
      />
      <Destination {...{ methods, method }} onChange={(event) => change(() => setChosen(event.currentTarget.value))} />
      <Refused />
      <p class="actions">
        <Button type="submit" kind="primary" busy={form.busy} blocked={blocked}>
          {t("page.payouts.request")}
        </Button>
        <span role="status">{isDone && t("page.payouts.done")}</span>
      </p>
      {asks && amount !== null && label !== undefined && (
        <Confirmation {...{ currency, label, amount }} busy={form.busy} onClose={() => setAsks(false)} confirmed={() => void request()} />
      )}
    </Form>
  );
}

/** What the reader does first, so that the money has where to go. */
function missingDestination(t: Texts, payee: Payee, label: string | undefined): string | null {
  if (label === undefined) return t("page.payouts.noMethod");
  return isPaidThere(payee) && payee.status !== "ENABLED" ? t("page.payouts.accountFirst") : null;
}

interface DestinationProps {
  readonly methods: readonly PayoutMethod[];
  readonly method: PayoutMethod | undefined;
  readonly onChange: (event: TargetedEvent<HTMLSelectElement>) => void;
}

function Destination({ methods, method, onChange }: DestinationProps): VNode | null {
  const { t } = useReader();
  if (!method) return null;
  const options = methods.map(({ methodId, label }) => ({ value: methodId, text: label }));
  return <Choice label={t("page.payouts.to")} name="methodId" value={method.methodId} options={options} onChange={onChange} />;
}

/** A refused attempt paid nothing, so the next one needs a new key. */
const onRefusal = (renewKey: () => void) => (error: unknown) => {
  if (isRefusal(error)) renewKey();
  throw error;
};

interface ConfirmationProps {
  readonly amount: string;
  readonly currency: string;
  readonly label: string;
  readonly busy: boolean;
  confirmed(): void;
  onClose(): void;
}

function Confirmation({ amount, currency, label, busy, confirmed, onClose }: ConfirmationProps): VNode {
  const { t } = useReader();
  return (
    <Dialog title={t("page.payouts.request")} onClose={onClose}>
      <p>
        <Sentence of="page.payouts.sure" parts={{ amount: <Money amount={amount} currency={currency} />, method: <Name>{label}</Name> }} />
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
