import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { amountAsTyped, readAmount } from "#gateway/ui/amount.ts";
import { AmountField } from "#gateway/ui/parts/amount-field.tsx";
import { Button, Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Ring } from "#gateway/ui/parts/ring.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money } from "#gateway/ui/parts/values.tsx";
import { randomKey } from "#libs/client/random-key.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { getWallet } from "#libs/contracts/wallet/index.ts";
import { api } from "../client/api.ts";
import { pageData } from "../client/browser/page-data.ts";
import { isCreator, whoAmI } from "../client/me.ts";
import type { Received, Session } from "../client/message-pages.ts";
import { nextPath } from "../client/navigation.ts";
import { beginTopUp, topUpsWithoutMovement } from "../client/top-ups.ts";
import type { AppPage } from "../ui/app-page.ts";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { SentRow } from "../ui/overview/message-rows.tsx";
import { Pages, pageOf } from "../ui/pager.tsx";
import { useNews } from "../ui/use-news.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { ForMessage } from "./for-message.tsx";
import { latestRefunds, SendBack, SentBack } from "./send-back.tsx";
import { TopUpList } from "./top-up-list.tsx";
import { MovementRows, walletMovements } from "./wallet-movements.tsx";

/** Payments of one state that are shown; older ones that wait are abandoned. */
const SHOWN_PAYMENTS = 10;

const NOTHING = "0.00";

type FanWallet = Awaited<ReturnType<typeof walletOf>>["wallet"];

async function walletOf(page: number) {
  const [me, wallet, payments, refunds, moved] = await Promise.all([
    whoAmI(),
    api.call(getWallet),
    topUpsWithoutMovement(SHOWN_PAYMENTS),
    latestRefunds(),
    walletMovements(page),
  ]);
  return { hasEarnings: isCreator(me), wallet, payments, refunds, ...moved };
}

/** The signed-in user's money: balance, held amount and movements. `?add=` asks for a top-up. */
export default function Wallet({ query }: AppPage): VNode {
  const { t } = useReader();
  const page = pageOf(query);
  const loaded = useQuery(`wallet ${page}`, () => walletOf(page));
  useNews(loaded.reload);
  return (
    <>
      <h1 tabIndex={-1}>{t("page.wallet.title")}</h1>
      <Loaded query={loaded}>
        {({ hasEarnings, wallet, payments, refunds, movements, held, sessions }) => (
          <>
            <Troubles of={wallet} />
            <div class="cols">
              <dl class="vault figures">
                <div>
                  <dt>{t("page.wallet.balance")}</dt>
                  <dd class="amount big">
                    <Money amount={wallet.balance} currency={wallet.currency} />
                  </dd>
                </div>
              </dl>
              <div class="second">
                <Held of={wallet} messages={held} sessions={sessions} />
                <AddMoney initial={query.get("add") ?? ""} next={nextPath(query, "")} />
                {wallet.refundable !== NOTHING && (
                  <SendBack refundable={wallet.refundable} currency={wallet.currency} sent={loaded.reload} />
                )}
              </div>
              <div>
                {hasEarnings && (
                  <p class="actions">
                    <a href="/payouts">{t("page.payouts.title")}</a>
                  </p>
                )}
                <TopUpList title="page.wallet.open" of={payments.open} />
                <TopUpList title="page.wallet.ended" of={payments.unpaid} />
                {refunds.length > 0 && <SentBack refunds={refunds} />}
                <h2>{t("page.wallet.movements")}</h2>
                {movements.items.length === 0 ? (
                  <Empty>{t("page.wallet.none")}</Empty>
                ) : (
                  <MovementRows movements={movements} sessions={sessions} />
                )}
                <Pages list={movements} path="/wallet" />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

/** A freeze, the dispute that it is about, and a debt. */
function Troubles({ of: { balance, currency, frozen, disputed } }: { readonly of: FanWallet }): VNode {
  const { t } = useReader();
  const debt = balance.startsWith("-") ? balance.slice(1) : null;
  return (
    <>
      {frozen && (
        <p class="notice warn">
          {t(disputed ? "page.wallet.disputed" : "page.wallet.frozen")} <a href="/support">{t("page.support.ask")}</a>
        </p>
      )}
      {debt !== null && (
        <p class="notice warn">
          <Sentence of="page.wallet.debt" parts={{ amount: <Money amount={debt} currency={currency} /> }} />
        </p>
      )}
    </>
  );
}

interface HeldProps {
  readonly of: FanWallet;
  readonly messages: readonly Received[];
  readonly sessions: ReadonlyMap<string, Session>;
}

/** What is held for open messages, and for which: neither the reader's to spend nor paid. */
function Held({ of: { held, currency }, messages, sessions }: HeldProps): VNode {
  const { t } = useReader();
  return (
    <div class="note held summed">
      <div class="stub">
        {Number(held) > 0 && <Ring state="held" />}
        <dl class="figures grow">
          <div>
            <dt>{t("page.wallet.held")}</dt>
            <dd>
              <Money amount={held} currency={currency} />
            </dd>
          </div>
        </dl>
      </div>
      {messages.length > 0 && (
        <ul class="list says">
          {messages.map((message) => (
            <SentRow
              key={message.id}
              message={message}
              session={sessions.get(message.receiverId)}
              href={`/messages/${message.sessionId}`}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Amounts that are one press away. */
const USUAL = ["10.00", "25.00", "50.00"];

interface AddMoneyProps {
  /** Decimal with a dot; empty: the reader decides. */
  readonly initial: string;
  /** Path to return to after the payment; empty: none. */
  readonly next: string;
}

/** Starts a top-up and opens its payment page. */
function AddMoney({ initial, next }: AddMoneyProps): VNode {
  const { t, locale, formats } = useReader();
  const [typed, setTyped] = useState(/^\d+\.\d\d$/.test(initial) ? amountAsTyped(initial, locale) : "");
  const [key, setKey] = useState(randomKey);
  const form = useForm();
  const range = pageData.topUps ?? null;
  const amount = readAmount(typed, locale, range);

  const add = () => form.run(async () => amount.kind === "amount" && beginTopUp(amount.value, key, next));

  const type = (value: string) => {
    setTyped(value);
    setKey(randomKey());
  };
  const usual = USUAL.filter((value) => readAmount(value, "en", range).kind === "amount");

  return (
    <Form form={form} class="card" onSend={add}>
      <h2>{t("page.wallet.add")}</h2>
      {pageData.topUpsPaused && <p class="notice warn">{t("page.wallet.paused")}</p>}
      <ForMessage next={next} />
      <p class="chips">
        {usual.map((value) => (
          <Button
            key={value}
            pressed={amount.kind === "amount" && amount.value === value}
            onClick={() => type(amountAsTyped(value, locale))}
          >
            {formats.money(value, CURRENCY)}
          </Button>
        ))}
      </p>
      <AmountField label={t("page.wallet.amount")} name="amount" value={typed} range={range} onTyped={type} />
      <Refused />
      <p class="actions">
        <Button type="submit" kind="primary" busy={form.busy}>
          {t("page.wallet.add")}
        </Button>
      </p>
      <p class="hint">{t("page.wallet.addHint")}</p>
    </Form>
  );
}
