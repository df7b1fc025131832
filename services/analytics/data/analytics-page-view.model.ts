import { boolean, date, nullable, number, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

/** A view of a page during a visit (spec 2.11). */
export interface AnalyticsPageViewDoc extends DocumentIn<typeof analyticsPageViews> {}

export const analyticsPageViews = defineCollection({
  name: "analytics_page_views",
  fields: {
    _id: text,
    sessionId: text,
    url: text,
    path: text,
    title: nullable(text),
    bioPageId: nullable(text),
    linkClicked: nullable(text),
    /** True: reports leave the view out. */
    isBot: boolean,
    enteredAt: date,
    /** Seconds. */
    duration: nullable(number),
    /** Percent. */
    scrollDepth: nullable(number),
  },
  indexes: [
    { name: "of_session", key: { sessionId: 1, enteredAt: -1 } },
    { name: "of_page", key: { bioPageId: 1, enteredAt: 1 } },
    { name: "by_age", key: { enteredAt: 1 } },
  ],
});
