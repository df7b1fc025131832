import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Name, Time } from "#gateway/ui/parts/values.tsx";
import type { Texts } from "#gateway/ui/texts.ts";
import { listAdminTransactions } from "#libs/contracts/wallet/index.ts";
import { orNull } from "../../client/or-null.ts";
import type { AppPage } from "../../ui/app-page.ts";
import { NotFound } from "../../ui/not-found.tsx";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { askForMissingNames } from "../parts/names.ts";
import { Person } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { useLooking } from "../parts/use-looking.ts";
import { WalletActions } from "./wallet-actions.tsx";
import { Movements } from "./wallet-movements.tsx";
import { WALLET_NAMES, type Wallet, WalletState, walletsOf } from "./wallets-of.tsx";

/** A text that is no id belongs to no person. */
async function namedWalletsOf(userId: string): Promise<readonly Wallet[]> {
  const wallets = (await orNull(walletsOf(userId), 400)) ?? [];
  await askForMissingNames([userId, ...wallets.flatMap(({ freezing }) => freezing?.by ?? [])]);
  return wallets;
}

/** The wallets of a person, what may be done about them, and their movements. */
export default function WalletPage({ params: { userId = "" }, query }: AppPage): VNode {
  const { t } = useReader();
  const { me, may } = useStaff();
  const loaded = useQuery(userId, () => namedWalletsOf(userId));
  useLooking(loaded.reload);
  const [acts, setActs] = useState(0);
  const changed = () => {
    setActs((before) => before + 1);
    loaded.reload();
  };
  return (
    <>
      <p class="actions">
        <a href="/admin/wallets">{t("page.console.wallets")}</a>
      </p>
      <Loaded query={loaded}>
        {(wallets) =>
          wallets.length === 0 ? (
            <NotFound text="page.staffMoney.noWallets" back="/admin/wallets" backText="page.console.wallets" />
          ) : (
            <>
              <h1 tabIndex={-1}>
                <Sentence of="page.staffMoney.walletsOf" parts={{ name: <Person userId={userId} /> }} />
              </h1>
              {userId === me.id && <p class="notice">{t("page.staffMoney.ownWallet")}</p>}
              <div class="halves">
                {wallets.map((wallet) => (
                  <OneWallet key={wallet.kind} {...{ userId, wallet, changed }} />
                ))}
              </div>
              <Elsewhere userId={userId} />
              {may(listAdminTransactions) && <Movements {...{ userId, wallets, query, acts }} />}
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface OneWalletProps {
  readonly userId: string;
  readonly wallet: Wallet;
  changed(): void;
}

function OneWallet({ userId, wallet, changed }: OneWalletProps): VNode {
  const { t } = useReader();
  const { me } = useStaff();
  const { kind, balance, held, currency, frozen, freezing } = wallet;
  const id = `wallet-${kind}`;
  return (
    <section aria-labelledby={id} data-id={kind}>
      <h2 id={id}>{t(WALLET_NAMES[kind])}</h2>
      <Facts
        of={[
          [t("page.wallet.balance"), <Money key="balance" amount={balance} currency={currency} />],
          [t("page.console.held"), <Money key="held" amount={held} currency={currency} />],
          [t("page.console.state"), <WalletState key="state" frozen={frozen} />],
          ...(freezing === null ? [] : factsOf(freezing, t)),
        ]}
      />
      {userId !== me.id && <WalletActions {...{ userId, wallet, changed }} />}
    </section>
  );
}

/** Who has frozen a wallet, when and why. */
function factsOf({ by, at, reason }: NonNullable<Wallet["freezing"]>, t: Texts) {
  return [
    [t("page.staffMoney.frozenBy"), by === null ? t("page.console.chargebacks") : <Person key="by" userId={by} />],
    [t("page.staffMoney.frozenSince"), <Time key="since" at={at} />],
    ...(reason === null ? [] : [[t("page.console.reason"), <Name key="reason">{reason}</Name>] as const]),
  ] as const;
}

/** The other lists of money, of this person only. */
function Elsewhere({ userId }: { readonly userId: string }): VNode {
  const { t } = useReader();
  const lists = [
    ["/admin/escrows", "page.console.escrows"],
    ["/admin/payouts", "page.payouts.list"],
    ["/admin/ledger/adjustments", "page.console.corrections"],
  ] as const;
  return (
    <p class="actions">
      {lists.map(([path, text]) => (
        <a key={path} href={`${path}?userId=${encodeURIComponent(userId)}`}>
          {t(text)}
        </a>
      ))}
    </p>
  );
}
