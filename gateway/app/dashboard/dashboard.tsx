import type { VNode } from "preact";
import { Button, Skeleton } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Tabs } from "#gateway/ui/parts/tabs.tsx";
import { saveTable } from "../client/save-file.ts";
import type { AppPage } from "../ui/app-page.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { ForCreators } from "../ui/for-creators.tsx";
import { type OwnProfile, ownProfile } from "../ui/message-terms.tsx";
import { creatorSteps, FirstSteps } from "../ui/overview/first-steps.tsx";
import { Loaded, type Query, useQuery } from "../ui/use-query.tsx";
import { useWork } from "../ui/use-work.ts";
import { NumberChanges } from "./number-changes.tsx";
import { CountriesPart, FunnelPart, LinksPart, SourcesPart } from "./number-parts.tsx";
import { NumberTiles } from "./number-tiles.tsx";
import { Plot } from "./plot.tsx";
import { csvOf, daysOf, type Funnel, funnelOf, PERIODS, type Period, sourcesOf, startOfDay, type Totals, totalsOf } from "./traffic.ts";

/** Visits of a creator's page and their results. `?days=` is the length of the period. */
export default function Dashboard({ query }: AppPage): VNode {
  const { t, formats } = useReader();
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
        <p class="hint">
          {t("page.numbers.against")} {t("page.numbers.consent")} {t("page.numbers.days", { time: startOfDay(formats.timeZone) })}
        </p>
        <Numbers days={days} />
      </ForCreators>
    </>
  );
}

function Numbers({ days }: Pick<Period, "days">): VNode {
  const loaded = useQuery("profile", ownProfile);
  return <Loaded query={loaded}>{(profile) => <Overview profile={profile} period={{ creatorId: profile.id, days }} />}</Loaded>;
}

interface OverviewProps {
  readonly profile: OwnProfile;
  readonly period: Period;
}

/** The tiles, with the first steps and the parts below. Before any visit there are no parts. */
function Overview({ profile, period }: OverviewProps): VNode {
  const totals = useQuery(`totals ${period.days}`, () => totalsOf(period));
  const funnel = useQuery(`funnel ${period.days}`, () => funnelOf(period));
  const steps = useQuery("first steps", () => creatorSteps(profile));
  const isKnown = ({ data, error }: Query<unknown>) => data !== null || error !== null;
  const below = () => {
    if (!isKnown(totals) || !isKnown(steps)) return <Skeleton lines={6} />;
    const isVisited = totals.data !== null && !isNothing(totals.data);
    return (
      <>
        {steps.data && <FirstSteps of={profile.id} username={profile.username} steps={steps.data} isVisited={isVisited} />}
        {(isVisited || totals.error !== null) && <Parts {...{ period, totals, funnel }} />}
      </>
    );
  };
  return (
    <>
      <NumberTiles {...{ profile, totals, funnel }} />
      {below()}
    </>
  );
}

function isNothing({ now, before }: Totals): boolean {
  return [now, before].every(({ bioViews, sessions }) => bioViews + sessions === 0);
}

interface PartsProps {
  readonly period: Period;
  readonly totals: Query<Totals>;
  readonly funnel: Query<Funnel>;
}

/** Each part loads independently, so one failure affects no other part. */
function Parts({ period, totals, funnel }: PartsProps): VNode {
  const sources = useQuery(`sources ${period.days}`, () => sourcesOf(period));
  return (
    <>
      <div class="plots">
        <Plots period={period} />
        <NumberChanges totals={totals.data} sources={sources.data} funnel={funnel.data} />
      </div>
      <div class="parts">
        <SourcesPart query={sources} />
        <FunnelPart query={funnel} />
        <CountriesPart period={period} />
        <LinksPart creatorId={period.creatorId} />
      </div>
      <Download period={period} />
    </>
  );
}

interface PeriodProps {
  readonly period: Period;
}

function Plots({ period }: PeriodProps): VNode {
  const { t, formats } = useReader();
  const { timeZone } = formats;
  const loaded = useQuery(`days ${period.days} ${timeZone}`, () => daysOf(period, timeZone));
  return (
    <div>
      <Loaded query={loaded}>
        {({ bioViews, visitors }) => (
          <>
            <Plot what={t("page.numbers.views")} rows={bioViews} />
            <Plot what={t("page.numbers.visitors")} rows={visitors} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Downloads every view of the period as a file. */
function Download({ period }: PeriodProps): VNode {
  const { t } = useReader();
  const { busy, failure, run } = useWork();
  const save = () => run(async () => saveTable(await csvOf(period), "page-views.csv"));
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
