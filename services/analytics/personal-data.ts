import type { Collection, Collections, Filter } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { DataSubject, PersonalData, TreatedRows } from "#libs/platform/personal-data/personal-data.ts";
import { anonymized, erased, fields } from "#libs/platform/personal-data/rows.ts";
import { IMPERSONAL } from "#libs/platform/personal-data/shared-collections.ts";
import { type AnalyticsPageViewDoc, analyticsPageViews } from "./data/analytics-page-view.model.ts";
import { type AnalyticsSessionDoc, analyticsSessions } from "./data/analytics-session.model.ts";
import { bioPageViews } from "./data/bio-page-view.store.ts";
import { hourOf } from "./data/counting-rules.ts";
import { pageDays } from "./data/page-day.model.ts";
import { type HourOfPage, pageDayStore } from "./data/page-day.store.ts";
import { paidMessages } from "./data/paid-message.store.ts";
import { utcHour } from "./domain/closed-periods.ts";

/** Personal data of this service: visits to the pages of a creator are erased; a user's own visits are unlinked from the user. */
export function analyticsPersonalData(database: Collections): PersonalData {
  const ofPages = ({ bioPageIds }: DataSubject) => (bioPageIds.length === 0 ? null : { bioPageId: { $in: [...bioPageIds] } });
  return {
    rows: [
      // Runs before the rows of the rollups are erased, so that none differs from its rows. Runs once more after them: a concurrent count
      // then finds no rollup to save its result in.
      erased(database.collection(pageDays), ofPages),
      erasedVisits(database, ofPages),
      erasedVisits(database, ({ creatorId }) => (creatorId === null ? null : { creatorId })),
      erased(database.collection(analyticsPageViews), ofPages),
      erased(database.collection(bioPageViews), ofPages),
      erased(database.collection(pageDays), ofPages),
      erased(database.collection(paidMessages), ({ userId }) => ({ creatorUserId: userId })),
      anonymized(
        database.collection(analyticsSessions),
        ({ userId }) => ({ userId }),
        { $unset: { userId: 1 } },
        fields<AnalyticsSessionDoc>("landingPage", "referrerDomain", "device", "browser", "os", "language", "country", "city", "createdAt"),
      ),
    ],
    impersonal: { ...IMPERSONAL, opt_outs: "hashes of visitors who want no record" },
  };
}

/** Erases visits with their page views, and invalidates the rollups of other pages in which they were counted. */
function erasedVisits(database: Collections, of: (subject: DataSubject) => Filter<AnalyticsSessionDoc> | null): TreatedRows {
  const sessions = database.collection(analyticsSessions);
  const pageViews = database.collection(analyticsPageViews);
  const rollups = pageDayStore(database);
  return {
    collection: sessions.name,
    treatment: "ERASE",
    async treat(tx, subject, limit) {
      const filter = of(subject);
      if (!filter) return { count: 0, more: false };
      const visits = await sessions.find(filter, { tx, projection: { bioPageId: 1, createdAt: 1 }, limit });
      const ids = visits.map(({ _id }) => _id);
      const viewedHours = await findViewedHours(pageViews, ids, tx);
      const hours = [...visits.map(({ bioPageId, createdAt }) => ({ bioPageId, hour: utcHour(createdAt) })), ...viewedHours];
      await rollups.invalidate(
        tx,
        hours.filter(hasPage).filter(({ bioPageId }) => !subject.bioPageIds.includes(bioPageId)),
      );
      const { deletedCount } = await pageViews.deleteMany({ sessionId: { $in: ids } }, { tx });
      await sessions.deleteMany({ _id: { $in: ids } }, { tx });
      return { count: ids.length, more: ids.length === limit, cascaded: { [pageViews.name]: deletedCount } };
    },
  };
}

/** An hour of a bio page; the id may belong to no page. */
type ViewedHour = Omit<HourOfPage, "bioPageId"> & { readonly bioPageId: string | null };

const hasPage = (hour: ViewedHour): hour is HourOfPage => hour.bioPageId != null;

/** The hours with page views of these visits. */
async function findViewedHours(pageViews: Collection<AnalyticsPageViewDoc>, sessionIds: readonly string[], tx: Tx): Promise<ViewedHour[]> {
  const _id = { bioPageId: "$bioPageId", hour: hourOf("$enteredAt") };
  const rows = await pageViews.aggregate<{ _id: ViewedHour }>([{ $match: { sessionId: { $in: sessionIds } } }, { $group: { _id } }], {
    tx,
  });
  return rows.map((row) => row._id);
}
