import type { VNode } from "preact";
import { amountOf, centsOf } from "#gateway/ui/amount.ts";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge, Money } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { listAdminWallets, type WalletKind } from "#libs/contracts/wallet/index.ts";
import { staffApi } from "../staff-session.ts";
import { Turn } from "./turn.tsx";

/** The wallets of a person; none: there is no such person. */
export const walletsOf = async (userId: string) => (await staffApi.call(listAdminWallets, { userId })).wallets;

export type Wallet = Awaited<ReturnType<typeof walletsOf>>[number];

export const WALLET_NAMES = {
  FAN: "page.staffMoney.fanWallet",
  CREATOR: "page.staffMoney.creatorWallet",
} as const satisfies Record<WalletKind, TextKey>;

export function WalletState({ frozen }: Pick<Wallet, "frozen">): VNode {
  const { t } = useReader();
  return frozen ? <Badge kind="danger">{t("page.staffMoney.frozen")}</Badge> : <Badge kind="good">{t("page.staffMoney.notFrozen")}</Badge>;
}

/** The balance before and after a correction. A wallet is never below zero. */
export function BalanceAfter({ of: { balance, currency }, amount }: { readonly of: Wallet; readonly amount: string }): VNode {
  const { t } = useReader();
  const after = centsOf(balance) + centsOf(amount);
  return (
    <>
      <Turn from={<Money amount={balance} currency={currency} />} to={<Money amount={amountOf(after)} currency={currency} />} />
      {after < 0 && (
        <>
          <br />
          <span class="problem">{t("page.staffMoney.belowZero")}</span>
        </>
      )}
    </>
  );
}
