import { utcDay } from "#libs/kernel/clock.ts";
import type { Collection, Collections, Filter } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { DataSubject, PersonalData, TreatedRows } from "#libs/platform/personal-data/personal-data.ts";
import { anonymized, erased, fields } from "#libs/platform/personal-data/rows.ts";
import { IMPERSONAL } from "#libs/platform/personal-data/shared-collections.ts";
import { type AnalyticsPageViewDoc, analyticsPageViews } from "./data/analytics-page-view.model.ts";
import { type AnalyticsSessionDoc, analyticsSessions } from "./data/analytics-session.model.ts";
import { bioPageViews } from "./data/bio-page-view.store.ts";
import { dayOf } from "./data/counting-rules.ts";
import { pageDays } from "./data/page-day.model.ts";
import { type DayOfPage, pageDayStore } from "./data/page-day.store.ts";
import { paidMessages } from "./data/paid-message.store.ts";

/** Personal data of this service: visits to the pages of a creator are erased; a user's own visits are unlinked from the user. */
export function analyticsPersonalData(database: Collections): PersonalData {
  const ofPages = ({ bioPageIds }: DataSubject) => (bioPageIds.length === 0 ? null : { bioPageId: { $in: [...bioPageIds] } });
  return {
    rows: [
      erasedVisits(database, ofPages),
      erasedVisits(database, ({ creatorId }) => (creatorId === null ? null : { creatorId })),
      erased(database.collection(analyticsPageViews), ofPages),
      erased(database.collection(bioPageViews), ofPages),
      // After the rows that rollups are counted from: a count that is under way then finds no rollup to save its result in.
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
      const viewedDays = await findViewedDays(pageViews, ids, tx);
      const days = [...visits.map(({ bioPageId, createdAt }) => ({ bioPageId, day: utcDay(createdAt) })), ...viewedDays];
      await rollups.invalidate(
        tx,
        days.filter(hasPage).filter(({ bioPageId }) => !subject.bioPageIds.includes(bioPageId)),
      );
      const { deletedCount } = await pageViews.deleteMany({ sessionId: { $in: ids } }, { tx });
      await sessions.deleteMany({ _id: { $in: ids } }, { tx });
      return { count: ids.length, more: ids.length === limit, cascaded: { [pageViews.name]: deletedCount } };
    },
  };
}

/** A day of a bio page, or of pages that are none. */
type ViewedDay = Omit<DayOfPage, "bioPageId"> & { readonly bioPageId: string | null };

const hasPage = (day: ViewedDay): day is DayOfPage => day.bioPageId != null;

/** The days on which pages were viewed in these visits. */
async function findViewedDays(pageViews: Collection<AnalyticsPageViewDoc>, sessionIds: readonly string[], tx: Tx): Promise<ViewedDay[]> {
  const _id = { bioPageId: "$bioPageId", day: dayOf("$enteredAt") };
  const rows = await pageViews.aggregate<{ _id: ViewedDay }>([{ $match: { sessionId: { $in: sessionIds } } }, { $group: { _id } }], { tx });
  return rows.map((row) => row._id);
}
