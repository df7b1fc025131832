import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { amountAsTyped, readAmount } from "#gateway/ui/amount.ts";
import { AmountField } from "#gateway/ui/parts/amount-field.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money } from "#gateway/ui/parts/values.tsx";
import { refundWallet } from "#libs/contracts/wallet/refunds.ts";
import { Decision } from "../parts/decision.tsx";
import { Person } from "../parts/person.tsx";
import { staffApi } from "../staff-session.ts";
import { MAX_REASON } from "./max-reason.ts";
import type { Wallet } from "./wallets-of.tsx";

interface SendToSourceProps {
  readonly userId: string;
  readonly wallet: Wallet;
  changed(): void;
  close(): void;
}

/** Sends unspent money of a person back to where it came from. */
export function SendToSource({ userId, wallet, changed, close }: SendToSourceProps): VNode {
  const { t, locale } = useReader();
  const [{ balance, currency }] = useState(wallet);
  const range = { minimum: "0.01", maximum: balance };
  const [typed, setTyped] = useState(amountAsTyped(balance, locale));
  const read = readAmount(typed, locale, range);
  const send = async (reason: string, idempotencyKey: string) => {
    if (read.kind !== "amount") return;
    await staffApi.call(refundWallet, { userId, amount: read.value, reason }, { idempotencyKey });
  };
  return (
    <Decision
      id={["send back", userId]}
      title={t("page.wallet.back")}
      verb={t("page.wallet.backDo")}
      kind="danger"
      facts={[
        [t("page.staffMoney.holder"), <Person key="holder" userId={userId} isPlain />],
        [t("page.wallet.balance"), <Money key="balance" amount={balance} currency={currency} />],
      ]}
      fields={<AmountField label={t("page.staffMoney.amount")} name="amount" value={typed} range={range} onTyped={setTyped} />}
      reason={{ readBy: t("page.staffMoney.readByStaff"), maxLength: MAX_REASON }}
      send={send}
      meanwhile={() => Promise.resolve(null)}
      done={changed}
      close={close}
    >
      {t("page.staffMoney.sendBackWhat")}
    </Decision>
  );
}
