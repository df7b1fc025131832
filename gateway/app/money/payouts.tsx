import type { VNode } from "preact";
import { Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { getMyProfile } from "#libs/contracts/creator/profile.ts";
import type { CreatorLevel } from "#libs/contracts/creator/terms.ts";
import { getPayee } from "#libs/contracts/wallet/payees.ts";
import { getEarnings, listPayoutMethods, listPayouts } from "#libs/contracts/wallet/payouts.ts";
import { api } from "../client/api.ts";
import type { AppPage } from "../ui/app-page.ts";
import { commissionOf } from "../ui/commission-of.ts";
import { CreatorSanction } from "../ui/creator-sanction.tsx";
import { ForCreators } from "../ui/for-creators.tsx";
import { Pages, pageOf } from "../ui/pager.tsx";
import { useNews } from "../ui/use-news.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { isPaidThere, PayeeAccount } from "./payee-account.tsx";
import { PayoutMethods } from "./payout-methods.tsx";
import { minPayout, PayoutRequest } from "./payout-request.tsx";
import { PayoutRow } from "./payout-row.tsx";

async function earningsOf(page: number) {
  const profile = await api.call(getMyProfile);
  const [earnings, payee, methods, payouts] = await Promise.all([
    api.call(getEarnings, { creatorId: profile.id }),
    api.call(getPayee),
    api.call(listPayoutMethods),
    api.call(listPayouts, { page, limit: 25 }),
  ]);
  return { profile, earnings, payee, methods, payouts };
}

type Earnings = Awaited<ReturnType<typeof earningsOf>>;

/** A creator's earnings, payout destinations and payouts. */
export default function Payouts({ query }: AppPage): VNode {
  const { t } = useReader();
  return (
    <>
      <h1 tabIndex={-1}>{t("page.payouts.title")}</h1>
      <ForCreators>
        <OwnPayouts page={pageOf(query)} />
      </ForCreators>
    </>
  );
}

function OwnPayouts({ page }: { readonly page: number }): VNode {
  const { t } = useReader();
  const loaded = useQuery(`payouts ${page}`, () => earningsOf(page));
  useNews(loaded.reload);
  return (
    <Loaded query={loaded}>
      {({ profile: { kycStatus, creatorStatus, level }, earnings, payee, methods, payouts }) => (
        <>
          <CreatorSanction status={creatorStatus} />
          <Cooling until={earnings.coolingUntil} />
          <Withheld earnings={earnings} />
          <Figures earnings={earnings} />
          <Schedule earnings={earnings} />
          <Terms level={level} currency={earnings.currency} />
          <p>
            <a href="/payouts/earnings">{t("page.earnings.all")}</a>
          </p>
          {kycStatus !== "APPROVED" && (
            <p class="notice warn">
              {t("page.payouts.identity")} <a href="/settings/identity">{t("page.identity.title")}</a>
            </p>
          )}
          <PayoutRequest isIdentified={kycStatus === "APPROVED"} {...{ earnings, payee, methods }} requested={loaded.reload} />
          {isPaidThere(payee) ? (
            <>
              <h2>{t("page.payouts.account")}</h2>
              <PayeeAccount payee={payee} changed={loaded.reload} />
            </>
          ) : (
            <>
              <h2>{t("page.payouts.methods")}</h2>
              <PayoutMethods methods={methods} changed={loaded.reload} />
            </>
          )}
          <h2>{t("page.payouts.list")}</h2>
          {payouts.items.length === 0 ? (
            <Empty>{t("page.payouts.none")}</Empty>
          ) : (
            <ul class="list">
              {payouts.items.map((payout) => (
                <PayoutRow key={payout.payoutId} payout={payout} changed={loaded.reload} />
              ))}
            </ul>
          )}
          <Pages list={payouts} path="/payouts" />
        </>
      )}
    </Loaded>
  );
}

/** Why nothing is paid for a while, and what to do about a change by another person. */
function Cooling({ until }: { readonly until: string | null }): VNode | null {
  if (until === null) return null;
  return (
    <p class="notice warn">
      <Sentence of="page.payouts.cooling" parts={{ time: <Time at={until} /> }} />
    </p>
  );
}

const NOTHING = "0.00";

/** What keeps earnings from being paid out, and until when: a freeze, and disputes of fans. */
function Withheld({ earnings: { frozen, stopped, currency } }: Pick<Earnings, "earnings">): VNode {
  const { t } = useReader();
  return (
    <>
      {frozen && (
        <p class="notice warn">
          {t("page.payouts.frozen")} <a href="/support">{t("page.support.ask")}</a>
        </p>
      )}
      {stopped !== NOTHING && (
        <p class="notice warn">
          <Sentence of="page.payouts.stopped" parts={{ amount: <Money amount={stopped} currency={currency} /> }} />
        </p>
      )}
    </>
  );
}

function Figures({ earnings: { available, inHold, requested, pending, lifetime, currency } }: Pick<Earnings, "earnings">): VNode {
  const { t } = useReader();
  const figures: readonly (readonly [TextKey, string])[] = [
    ["page.payouts.available", available],
    ["page.payouts.inHold", inHold],
    ["page.payouts.requested", requested],
    ["page.payouts.pending", pending],
    ["page.payouts.lifetime", lifetime],
  ];
  return (
    <dl class="figures">
      {figures.map(([name, amount]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>
            <Money amount={amount} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** When earnings in hold become available, by day. */
function Schedule({ earnings: { schedule, currency } }: Pick<Earnings, "earnings">): VNode | null {
  const { t, formats } = useReader();
  if (schedule.length === 0) return null;
  return (
    <>
      <ul class="plain" data-part="schedule">
        {schedule.map(({ date, amount }) => (
          <li key={date}>
            <Sentence
              of="page.payouts.freeOn"
              parts={{ amount: <Money amount={amount} currency={currency} />, date: <time dateTime={date}>{formats.day(date)}</time> }}
            />
          </li>
        ))}
      </ul>
      <p class="hint">{t("page.payouts.holdWhy")}</p>
    </>
  );
}

/** From when on and how earnings are paid out, and what the platform keeps: said before there are any. */
function Terms({ level, currency }: { readonly level: CreatorLevel; readonly currency: string }): VNode {
  const { t, formats } = useReader();
  const rate = commissionOf(level);
  return (
    <p class="hint">
      {t("page.payouts.from", { minimum: formats.money(minPayout(), currency) })}{" "}
      {rate !== null && t("page.payouts.fee", { percent: formats.percent(rate) })}
    </p>
  );
}
