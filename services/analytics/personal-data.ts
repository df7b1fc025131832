import type { Connection, QueryFilter } from "mongoose";
import type { DataSubject, PersonalData, TreatedRows } from "#libs/personal-data/personal-data.ts";
import { anonymised, erased, fields } from "#libs/personal-data/rows.ts";
import { IMPERSONAL } from "#libs/personal-data/shared-collections.ts";
import { analyticsPageViewModel } from "./data/analytics-page-view.model.ts";
import { type AnalyticsSession, analyticsSessionModel } from "./data/analytics-session.model.ts";
import { bioPageViewModel } from "./data/bio-page-view.model.ts";
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

/** Visits go together with their page views. */
function visits(connection: Connection, of: (subject: DataSubject) => QueryFilter<AnalyticsSession> | null): TreatedRows {
  const sessions = analyticsSessionModel(connection);
  const pageViews = analyticsPageViewModel(connection);
  return {
    collection: sessions.collection.collectionName,
    treatment: "ERASE",
    async treat(session, subject, limit) {
      const filter = of(subject);
      if (!filter) return { count: 0, more: false };
      const found = await sessions.find(filter, { _id: 1 }, { session }).limit(limit).lean<Pick<AnalyticsSession, "_id">[]>();
      const ids = found.map(({ _id }) => _id);
      const { deletedCount } = await pageViews.deleteMany({ sessionId: { $in: ids } }, { session });
      await sessions.deleteMany({ _id: { $in: ids } }, { session });
      return { count: ids.length, more: ids.length === limit, also: { [pageViews.collection.collectionName]: deletedCount } };
    },
  };
}
