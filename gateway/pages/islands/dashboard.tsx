import type { ComponentChildren, VNode } from "preact";
import { Button, Empty } from "../parts/controls.tsx";
import { useReader } from "../parts/reader.tsx";
import { Tabs } from "../parts/tabs.tsx";
import type { TextKey } from "../texts.ts";
import type { AppPage } from "./app-page.ts";
import { Loaded, useData } from "./data.tsx";
import { ErrorNote } from "./error-note.tsx";
import { ForCreators } from "./for-creators.tsx";
import { ownProfile } from "./message-terms.tsx";
import { Plot } from "./plot.tsx";
import { saveText } from "./save-file.ts";
import { csvOf, daysOf, funnelOf, PERIODS, type Period, sharesOf, totalsOf } from "./traffic.ts";
import { useWork } from "./use-work.ts";

/** Rows of a list of shares. */
const MOST_SHARES = 8;
/** The referrer of whoever came without one. */
const DIRECT = "direct";
/** Delivery networks send other values too, for example for Tor. */
const COUNTRY = /^[A-Z]{2}$/;

/** Who comes to the page of a creator. `?days=` is the length of the period. */
export default function Dashboard({ query }: AppPage): VNode {
  const { t } = useReader();
  const days = PERIODS.find((each) => String(each) === query.get("days")) ?? 30;
  return (
    <>
      <h1 tabIndex={-1}>{t("page.numbers.title")}</h1>
      <ForCreators>
        <Tabs
          label={t("page.numbers.period")}
          tabs={PERIODS.map((each) => ({
            href: `/dashboard?days=${each}`,
            text: t("page.time.days", { count: each }),
            isCurrent: each === days,
          }))}
        />
        <Numbers days={days} />
      </ForCreators>
    </>
  );
}

async function numbersOf(days: number) {
  const period: Period = { creatorId: (await ownProfile()).id, days };
  return { period, totals: await totalsOf(period) };
}

function Numbers({ days }: Pick<Period, "days">): VNode {
  const { t } = useReader();
  const asked = useData(`numbers ${days}`, () => numbersOf(days));
  const share = (
    <a class="button primary" href="/page">
      {t("page.inbox.share")}
    </a>
  );
  return (
    <Loaded asked={asked}>
      {({ period, totals: { now, before } }) =>
        [now, before].every(({ bioViews, sessions }) => bioViews + sessions === 0) ? (
          <Empty action={share}>{t("page.numbers.none")}</Empty>
        ) : (
          <>
            <dl class="tiles">
              <Tile label="page.numbers.views" now={now.bioViews} before={before.bioViews} />
              <Tile label="page.numbers.visitors" now={now.visitors} before={before.visitors} />
              <Tile label="page.numbers.visits" now={now.sessions} before={before.sessions} />
              <Tile label="page.numbers.clicks" now={now.linkClicks} before={before.linkClicks} />
            </dl>
            <p class="hint">
              {t("page.numbers.against")} {t("page.numbers.consent")}
            </p>
            <Plots period={period} />
            <div class="parts">
              <Funnel period={period} />
              <Shares period={period} dimension="referrer" title="page.numbers.sources" nameless="page.numbers.direct" />
              <Shares period={period} dimension="country" title="page.numbers.countries" nameless="page.numbers.unknown" />
            </div>
            <Download period={period} />
          </>
        )
      }
    </Loaded>
  );
}

interface TileProps {
  readonly label: TextKey;
  readonly now: number;
  readonly before: number;
}

function Tile({ label, now, before }: TileProps): VNode {
  const { t, formats } = useReader();
  const percent = formats.percent(Math.abs(now - before) / before);
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>{formats.number(now)}</dd>
      {/* Nothing is no share of anything. */}
      {before > 0 && (
        <dd>{now === before ? t("page.numbers.same") : t(now > before ? "page.numbers.more" : "page.numbers.fewer", { percent })}</dd>
      )}
    </div>
  );
}

interface PeriodProps {
  readonly period: Period;
}

function Plots({ period }: PeriodProps): VNode {
  const { t } = useReader();
  const asked = useData(`days ${period.days}`, () => daysOf(period));
  return (
    <Loaded asked={asked}>
      {({ bioViews, visitors }) => (
        <div class="plots">
          <Plot what={t("page.numbers.views")} rows={bioViews} />
          <Plot what={t("page.numbers.visitors")} rows={visitors} />
        </div>
      )}
    </Loaded>
  );
}

const STEPS: Readonly<Record<Awaited<ReturnType<typeof funnelOf>>[number]["step"], TextKey>> = {
  BIO_VIEW: "page.numbers.views",
  SESSION: "page.numbers.visits",
  ENGAGED: "page.numbers.engaged",
  LINK_CLICK: "page.numbers.clicks",
  PAID_MESSAGE: "page.numbers.paid",
};

/** From a view of the page to a paid message. */
function Funnel({ period }: PeriodProps): VNode {
  const { t, formats } = useReader();
  const asked = useData(`funnel ${period.days}`, () => funnelOf(period));
  return (
    <div class="card">
      <Loaded asked={asked}>
        {(steps) => {
          const most = Math.max(1, ...steps.map(({ count }) => count));
          return (
            <NumbersTable caption={t("page.numbers.funnel")}>
              {steps.map(({ step, count }) => (
                <tr key={step}>
                  <th scope="row">
                    {t(STEPS[step])}
                    <meter value={count} max={most} aria-label={t(STEPS[step])} />
                  </th>
                  <td>{formats.number(count)}</td>
                </tr>
              ))}
            </NumbersTable>
          );
        }}
      </Loaded>
    </div>
  );
}

interface SharesProps extends PeriodProps {
  readonly dimension: "referrer" | "country";
  readonly title: TextKey;
  /** What the absence of a value means. */
  readonly nameless: TextKey;
}

/** The most frequent values of a dimension. */
function Shares({ period, dimension, title, nameless }: SharesProps): VNode {
  const { t, formats, locale } = useReader();
  const asked = useData(`${dimension} ${period.days}`, () => sharesOf(period, dimension));
  const countries = new Intl.DisplayNames(locale, { type: "region" });
  const nameOf = (value: string) => (dimension === "country" && COUNTRY.test(value) ? (countries.of(value) ?? value) : value);
  return (
    <div class="card">
      <Loaded asked={asked}>
        {(shares) => (
          <NumbersTable caption={t(title)}>
            {shares.length === 0 && (
              <tr>
                <td>{t("page.numbers.nothing")}</td>
              </tr>
            )}
            {shares.slice(0, MOST_SHARES).map(({ value, count }) => (
              <tr key={value}>
                <th scope="row">{value === null || value === DIRECT ? t(nameless) : <bdi>{nameOf(value)}</bdi>}</th>
                <td>{formats.number(count)}</td>
              </tr>
            ))}
          </NumbersTable>
        )}
      </Loaded>
    </div>
  );
}

function NumbersTable({ caption, children }: { readonly caption: string; readonly children: ComponentChildren }): VNode {
  return (
    <table class="numbers">
      <caption>{caption}</caption>
      <tbody>{children}</tbody>
    </table>
  );
}

/** Every view of the period as a file. */
function Download({ period }: PeriodProps): VNode {
  const { t } = useReader();
  const { busy, failure, run } = useWork();
  const save = () => run(async () => saveText(await csvOf(period), "page-views.csv", "text/csv"));
  return (
    <>
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions">
        <Button busy={busy} onClick={() => void save()}>
          {t("page.numbers.csv")}
        </Button>
      </p>
    </>
  );
}
