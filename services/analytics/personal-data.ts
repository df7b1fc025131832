import type { Connection, Model, QueryFilter } from "mongoose";
import { utcDay } from "#libs/kernel/clock.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { DataSubject, PersonalData, TreatedRows } from "#libs/personal-data/personal-data.ts";
import { anonymised, erased, fields } from "#libs/personal-data/rows.ts";
import { IMPERSONAL } from "#libs/personal-data/shared-collections.ts";
import { type AnalyticsPageView, analyticsPageViewModel } from "./data/analytics-page-view.model.ts";
import { type AnalyticsSession, analyticsSessionModel } from "./data/analytics-session.model.ts";
import { bioPageViewModel } from "./data/bio-page-view.model.ts";
import { dayOf } from "./data/counting-rules.ts";
import { pageDayModel } from "./data/page-day.model.ts";
import { type DayOfPage, pageDayStore } from "./data/page-day.store.ts";
import { paidMessageModel } from "./data/paid-message.model.ts";

/** What this service knows about people: visits to a creator's pages are erased, a user's own visits lose the name on them. */
export function analyticsPersonalData(connection: Connection): PersonalData {
  const ofPages = ({ bioPageIds }: DataSubject) => (bioPageIds.length === 0 ? null : { bioPageId: { $in: [...bioPageIds] } });
  return {
    rows: [
      visits(connection, ofPages),
      visits(connection, ({ creatorId }) => (creatorId === null ? null : { creatorId })),
      erased(analyticsPageViewModel(connection), ofPages),
      erased(bioPageViewModel(connection), ofPages),
      // After the rows that they are made from: a count that is under way has nothing to be kept under any more.
      erased(pageDayModel(connection), ofPages),
      erased(paidMessageModel(connection), ({ userId }) => ({ creatorUserId: userId })),
      anonymised(
        analyticsSessionModel(connection),
        ({ userId }) => ({ userId }),
        { $unset: { userId: 1 } },
        fields<AnalyticsSession>("landingPage", "referrerDomain", "device", "browser", "os", "language", "country", "city", "createdAt"),
      ),
    ],
    impersonal: { ...IMPERSONAL, opt_outs: "hashes of visitors who want no record" },
  };
}

/** Visits go together with their page views; days of other pages on which they were counted are counted anew. */
function visits(connection: Connection, of: (subject: DataSubject) => QueryFilter<AnalyticsSession> | null): TreatedRows {
  const sessions = analyticsSessionModel(connection);
  const pageViews = analyticsPageViewModel(connection);
  const pageDays = pageDayStore(connection);
  return {
    collection: sessions.collection.collectionName,
    treatment: "ERASE",
    async treat(session, subject, limit) {
      const filter = of(subject);
      if (!filter) return { count: 0, more: false };
      const found = await sessions
        .find(filter, { bioPageId: 1, createdAt: 1 }, { session })
        .limit(limit)
        .lean<Pick<AnalyticsSession, "_id" | "bioPageId" | "createdAt">[]>();
      const ids = found.map(({ _id }) => _id);
      const viewed = await daysViewed(pageViews, ids, session);
      const days = [...found.map(({ bioPageId, createdAt }) => ({ bioPageId, day: utcDay(createdAt) })), ...viewed];
      await pageDays.revise(
        session,
        days.filter(isOfPage).filter(({ bioPageId }) => !subject.bioPageIds.includes(bioPageId)),
      );
      const { deletedCount } = await pageViews.deleteMany({ sessionId: { $in: ids } }, { session });
      await sessions.deleteMany({ _id: { $in: ids } }, { session });
      return { count: ids.length, more: ids.length === limit, also: { [pageViews.collection.collectionName]: deletedCount } };
    },
  };
}

type DayOfAnyPage = Readonly<Record<"day", string> & Record<"bioPageId", string | null>>;

const isOfPage = (day: DayOfAnyPage): day is DayOfPage => day.bioPageId != null;

/** The days of the pages that were viewed in these visits. */
async function daysViewed(pageViews: Model<AnalyticsPageView>, sessionIds: readonly string[], session: Tx): Promise<DayOfAnyPage[]> {
  const _id = { bioPageId: "$bioPageId", day: dayOf("$enteredAt") };
  const rows = await pageViews
    .aggregate<{ _id: DayOfAnyPage }>([{ $match: { sessionId: { $in: sessionIds } } }, { $group: { _id } }])
    .session(session);
  return rows.map((row) => row._id);
}
