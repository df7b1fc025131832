import type { ComponentChildren, VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { listLinks } from "#libs/contracts/creator/link.ts";
import { api } from "../client/api.ts";
import { linkName } from "../client/links.ts";
import { Loaded, type Query, useQuery } from "../ui/use-query.tsx";
import { type Compared, DIRECT, type Share } from "./changes.ts";
import { countriesOf, type Funnel, type Period } from "./traffic.ts";

/** Delivery networks also send other values, for example for Tor. */
const COUNTRY = /^[A-Z]{2}$/;
/** Rows of a ranking that are visible at first. */
const FIRST_ROWS = 5;

const STEPS: Readonly<Record<Funnel["now"][number]["step"], TextKey>> = {
  BIO_VIEW: "page.numbers.views",
  SESSION: "page.numbers.visits",
  ENGAGED: "page.numbers.engaged",
  LINK_CLICK: "page.numbers.clicks",
  PAID_MESSAGE: "page.numbers.paid",
};

/** The funnel from a page view to a paid message. */
export function FunnelPart({ query }: { readonly query: Query<Funnel> }): VNode {
  const { t, formats } = useReader();
  return (
    <div class="card">
      <Loaded query={query}>
        {({ now }) => {
          const most = Math.max(1, ...now.map(({ count }) => count));
          return (
            <table class="numbers">
              <caption>{t("page.numbers.funnel")}</caption>
              <tbody>
                {now.map(({ step, count }) => (
                  <tr key={step}>
                    <th scope="row">
                      {t(STEPS[step])}
                      <meter value={count} max={most} aria-label={t(STEPS[step])} />
                    </th>
                    <td>{formats.number(count)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          );
        }}
      </Loaded>
    </div>
  );
}

/** Sources of visits. */
export function SourcesPart({ query }: { readonly query: Query<Compared<readonly Share[]>> }): VNode {
  const { t } = useReader();
  const nameOf = (value: string | null) => (value === null || value === DIRECT ? t("page.numbers.direct") : <bdi>{value}</bdi>);
  return (
    <div class="card">
      <Loaded query={query}>
        {({ now }) => (
          <Ranking
            caption={t("page.numbers.sources")}
            rows={now.map(({ value, count }) => ({ key: String(value), name: nameOf(value), count }))}
          />
        )}
      </Loaded>
    </div>
  );
}

export function CountriesPart({ period }: { readonly period: Period }): VNode {
  const { t, locale } = useReader();
  const query = useQuery(`countries ${period.days}`, () => countriesOf(period));
  const countries = new Intl.DisplayNames(locale, { type: "region" });
  const nameOf = (value: string | null) => {
    if (value === null) return t("page.numbers.unknown");
    return <bdi>{COUNTRY.test(value) ? (countries.of(value) ?? value) : value}</bdi>;
  };
  return (
    <div class="card">
      <Loaded query={query}>
        {(shares) => (
          <Ranking
            caption={t("page.numbers.countries")}
            rows={shares.map(({ value, count }) => ({ key: String(value), name: nameOf(value), count }))}
          />
        )}
      </Loaded>
    </div>
  );
}

/** The links of the page by number of clicks, with the total. */
export function LinksPart({ creatorId }: Pick<Period, "creatorId">): VNode {
  const { t } = useReader();
  const query = useQuery("links", () => api.call(listLinks, { creatorId }));
  return (
    <div class="card whole">
      <Loaded query={query}>
        {(links) => (
          <Ranking
            caption={t("page.numbers.linkClicks")}
            rows={links
              .filter(({ url }) => url !== null)
              .toSorted((a, b) => b.clicks - a.clicks)
              .map((link) => ({ key: link.id, name: <bdi>{linkName(link, t)}</bdi>, count: link.clicks }))}
          />
        )}
      </Loaded>
    </div>
  );
}

interface RankingProps {
  readonly caption: string;
  readonly rows: readonly { readonly key: string; readonly name: ComponentChildren; readonly count: number }[];
}

/** The most frequent first; the rest can be expanded. */
function Ranking({ caption, rows }: RankingProps): VNode {
  const { t } = useReader();
  const others = rows.slice(FIRST_ROWS);
  return (
    <>
      <table class="numbers">
        <caption>{caption}</caption>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td>{t("page.numbers.nothing")}</td>
            </tr>
          )}
          <RankedRows rows={rows.slice(0, FIRST_ROWS)} />
        </tbody>
      </table>
      {others.length > 0 && (
        <details>
          <summary>{t("page.list.more")}</summary>
          <table class="numbers" aria-label={caption}>
            <tbody>
              <RankedRows rows={others} />
            </tbody>
          </table>
        </details>
      )}
    </>
  );
}

function RankedRows({ rows }: Pick<RankingProps, "rows">): VNode {
  const { formats } = useReader();
  return (
    <>
      {rows.map(({ key, name, count }) => (
        <tr key={key}>
          <th scope="row">{name}</th>
          <td>{formats.number(count)}</td>
        </tr>
      ))}
    </>
  );
}
