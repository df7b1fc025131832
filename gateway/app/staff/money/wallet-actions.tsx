import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { readAmount } from "#gateway/ui/amount.ts";
import { AmountField } from "#gateway/ui/parts/amount-field.tsx";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Choice } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money } from "#gateway/ui/parts/values.tsx";
import { proposeAdjustment } from "#libs/contracts/wallet/adjustments.ts";
import { setWalletFrozen } from "#libs/contracts/wallet/index.ts";
import { refundWallet } from "#libs/contracts/wallet/refunds.ts";
import { go } from "../../client/navigation.ts";
import { Decision } from "../parts/decision.tsx";
import { Person } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { MAX_REASON } from "./max-reason.ts";
import { SendToSource } from "./send-to-source.tsx";
import { Turn } from "./turn.tsx";
import { BalanceAfter, WALLET_NAMES, type Wallet, WalletState } from "./wallets-of.tsx";

interface WalletActionsProps {
  readonly userId: string;
  readonly wallet: Wallet;
  changed(): void;
}

/** Freezing, unfreezing, and the proposal of a correction. */
export function WalletActions({ userId, wallet, changed }: WalletActionsProps): VNode {
  const { t } = useReader();
  const { may } = useStaff();
  const [open, setOpen] = useState<"freeze" | "propose" | "back" | null>(null);
  const close = () => setOpen(null);
  const mayGoBack = wallet.kind === "FAN" && /[1-9]/.test(wallet.balance) && !wallet.balance.startsWith("-");
  return (
    <>
      <p class="actions">
        {may(setWalletFrozen) && (
          <Button kind={wallet.frozen ? "plain" : "danger"} onClick={() => setOpen("freeze")}>
            {t(wallet.frozen ? "page.staffMoney.unfreeze" : "page.staffMoney.freeze")}
          </Button>
        )}
        {mayGoBack && may(refundWallet) && <Button onClick={() => setOpen("back")}>{t("page.wallet.backDo")}</Button>}
        {may(proposeAdjustment) && <Button onClick={() => setOpen("propose")}>{t("page.staffMoney.propose")}</Button>}
      </p>
      {open === "freeze" && <Freeze {...{ userId, wallet, changed, close }} />}
      {open === "back" && <SendToSource {...{ userId, wallet, changed, close }} />}
      {open === "propose" && <Proposal {...{ userId, wallet, close }} />}
    </>
  );
}

/** No route refuses because of what a wallet has become. */
const meanwhile = () => Promise.resolve(null);

function Freeze({ userId, wallet, changed, close }: WalletActionsProps & { close(): void }): VNode {
  const { t } = useReader();
  const { kind, balance, currency } = wallet;
  const [{ frozen }] = useState(wallet);
  const verb = t(frozen ? "page.staffMoney.unfreeze" : "page.staffMoney.freeze");
  return (
    <Decision
      id={[frozen ? "unfreeze" : "freeze", `${kind} ${userId}`]}
      title={`${verb}: ${t(WALLET_NAMES[kind])}`}
      verb={verb}
      kind={frozen ? "primary" : "danger"}
      facts={[
        [t("page.staffMoney.holder"), <Person key="holder" userId={userId} isPlain />],
        [t("page.wallet.balance"), <Money key="balance" amount={balance} currency={currency} />],
        [t("page.console.state"), <Turn key="state" from={<WalletState frozen={frozen} />} to={<WalletState frozen={!frozen} />} />],
      ]}
      reason={{ readBy: t("page.staffMoney.readByStaff"), maxLength: MAX_REASON }}
      send={(reason, idempotencyKey) => staffApi.call(setWalletFrozen, { userId, kind, frozen: !frozen, reason }, { idempotencyKey })}
      {...{ meanwhile, close }}
      done={changed}
    >
      {t(frozen ? "page.staffMoney.unfreezeWhat" : "page.staffMoney.freezeWhat")}
    </Decision>
  );
}

/** The amount of a correction is typed without a sign, which languages write in different places. */
function Proposal({ userId, wallet, close }: Omit<WalletActionsProps, "changed"> & { close(): void }): VNode {
  const { t, locale } = useReader();
  const { kind } = wallet;
  const [typed, setTyped] = useState("");
  const [sign, setSign] = useState<"" | "-">("");
  const proposed = useRef("");
  const read = readAmount(typed, locale);
  const amount = read.kind === "amount" ? `${sign}${read.value}` : null;
  const propose = async (reason: string, idempotencyKey: string) => {
    if (amount === null) return;
    const body = { userId, kind, amount, reason };
    proposed.current = (await staffApi.call(proposeAdjustment, body, { idempotencyKey })).adjustmentId;
  };
  return (
    <Decision
      id={["propose", `${kind} ${userId}`]}
      title={t("page.staffMoney.propose")}
      verb={t("page.staffMoney.propose")}
      kind="primary"
      facts={[
        [t("page.staffMoney.holder"), <Person key="holder" userId={userId} isPlain />],
        [t("page.links.kind"), t(WALLET_NAMES[kind])],
      ]}
      fields={
        <>
          <Choice
            label={t("page.staffMoney.direction")}
            name="direction"
            value={sign}
            options={[
              { value: "", text: t("page.staffMoney.putIn") },
              { value: "-", text: t("page.staffMoney.takeOut") },
            ]}
            onChange={(event) => setSign(event.currentTarget.value === "-" ? "-" : "")}
          />
          <AmountField
            label={t("page.staffMoney.amount")}
            name="amount"
            value={typed}
            hint={<BalanceAfter of={wallet} amount={amount ?? "0.00"} />}
            onTyped={setTyped}
          />
        </>
      }
      reason={{ readBy: t("page.staffMoney.readByStaff"), maxLength: MAX_REASON }}
      send={propose}
      {...{ meanwhile, close }}
      done={() => go(`/admin/ledger/adjustments/${proposed.current}`)}
    >
      {t("page.staffMoney.proposeWhat")}
    </Decision>
  );
}
