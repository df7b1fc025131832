import type { VNode } from "preact";
import { Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge, Money, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { getMyProfile } from "#libs/contracts/creator/profile.ts";
import type { CreatorLevel } from "#libs/contracts/creator/terms.ts";
import { getEarnings, listPayoutMethods, listPayouts } from "#libs/contracts/wallet/payouts.ts";
import { api } from "../client/api.ts";
import type { AppPage } from "../ui/app-page.ts";
import { commissionOf } from "../ui/commission-of.ts";
import { CreatorSanction } from "../ui/creator-sanction.tsx";
import { ForCreators } from "../ui/for-creators.tsx";
import { Pages, pageOf } from "../ui/pager.tsx";
import { useNews } from "../ui/use-news.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { PayoutMethods } from "./payout-methods.tsx";
import { minPayout, PayoutRequest } from "./payout-request.tsx";

async function earningsOf(page: number) {
  const profile = await api.call(getMyProfile);
  const [earnings, methods, payouts] = await Promise.all([
    api.call(getEarnings, { creatorId: profile.id }),
    api.call(listPayoutMethods),
    api.call(listPayouts, { page, limit: 25 }),
  ]);
  return { profile, earnings, methods, payouts };
}

type Earnings = Awaited<ReturnType<typeof earningsOf>>;
type Payout = Earnings["payouts"]["items"][number];

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
      {({ profile: { kycStatus, creatorStatus, level }, earnings, methods, payouts }) => (
        <>
          <CreatorSanction status={creatorStatus} />
          <Figures earnings={earnings} />
          <Terms level={level} currency={earnings.currency} />
          <p>
            <a href="/payouts/earnings">{t("page.earnings.all")}</a>
          </p>
          {kycStatus !== "APPROVED" && (
            <p class="notice warn">
              {t("page.payouts.identity")} <a href="/settings/identity">{t("page.identity.title")}</a>
            </p>
          )}
          <PayoutRequest isIdentified={kycStatus === "APPROVED"} earnings={earnings} methods={methods} requested={loaded.reload} />
          <h2>{t("page.payouts.methods")}</h2>
          <PayoutMethods methods={methods} changed={loaded.reload} />
          <h2>{t("page.payouts.list")}</h2>
          {payouts.items.length === 0 ? (
            <Empty>{t("page.payouts.none")}</Empty>
          ) : (
            <ul class="list">
              {payouts.items.map((payout) => (
                <PayoutRow key={payout.payoutId} payout={payout} />
              ))}
            </ul>
          )}
          <Pages list={payouts} path="/payouts" />
        </>
      )}
    </Loaded>
  );
}

function Figures({ earnings: { available, pending, lifetime, currency } }: Pick<Earnings, "earnings">): VNode {
  const { t } = useReader();
  const figures: readonly (readonly [TextKey, string])[] = [
    ["page.payouts.available", available],
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

const STATES = {
  REQUESTED: { kind: "warn", text: "page.payouts.requested" },
  APPROVED: { kind: "warn", text: "page.payouts.approved" },
  PROCESSING: { kind: "warn", text: "page.payouts.processing" },
  PAID: { kind: "good", text: "page.payouts.paid" },
  FAILED: { kind: "danger", text: "page.payouts.failed" },
  CANCELLED: { kind: "neutral", text: "page.payouts.cancelled" },
} as const satisfies Record<Payout["status"], { readonly kind: string; readonly text: TextKey }>;

/** The text that the API sends when the provider, and not a person, has refused. */
const REFUSED_BY_PROVIDER = "PROVIDER_REFUSED";

function PayoutRow({ payout }: { readonly payout: Payout }): VNode {
  const { t } = useReader();
  const { status, amount, currency, methodLabel, reason, requestedAt, settledAt } = payout;
  return (
    <li class="item">
      <span class="text">
        <bdi>{methodLabel}</bdi>
        <span class="hint">
          <Time at={settledAt ?? requestedAt} />
        </span>
        {status === "FAILED" && (
          <>
            <span class="hint">{t("page.payouts.failedHint")}</span>
            <span class="hint" dir="auto">
              {reason === REFUSED_BY_PROVIDER ? t("page.payouts.refused") : reason}
            </span>
          </>
        )}
      </span>
      <span class="end">
        <Money amount={amount} currency={currency} />
        <span class="hint">
          <Badge kind={STATES[status].kind}>{t(STATES[status].text)}</Badge>
        </span>
      </span>
    </li>
  );
}
