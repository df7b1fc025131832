import {
  exportPageViews,
  getBreakdown,
  getFunnel,
  getOverview,
  getTimeseries,
  heartbeat,
  identifySession,
  leavePage,
  leavePageByBeacon,
  recordPageView,
  trackBioView,
} from "#libs/contracts/analytics/index.ts";
import type { Area } from "../area.ts";

const RECORD = "insert-page-view.ts";

export const pageViews: Area = {
  title: "Page views",
  sections: ["4.5", "3.5"],
  groups: [
    {
      contracts: [recordPageView],
      code: [RECORD],
      rules: {
        "ANP-01": "A page view is recorded: 200 with its `id` and `enteredAt`.",
        "ANP-02": "`sessionId` (a UUID), `url` and `path` are needed, else 400.",
        "ANP-03": "A `bioPageId` or `linkClicked` that is not a UUID is 400.",
        "ANP-04": "A view of a session that does not exist is recorded like any other.",
        "ANP-05": "When the row cannot be written the answer is 200 with id null and without `enteredAt`, and nothing is counted.",
        "ANP-17": "A page view needs no consent of its own: its session asked for it.",
        "ANP-18": "`linkClicked` is stored as it was sent.",
      },
    },
    {
      contracts: [recordPageView],
      code: [RECORD, "analytics-session.store.ts"],
      rules: {
        "ANP-06": "The first view of a session makes `pageViews` 1, leaves `bounced` true and sets exit page and last activity.",
        "ANP-07": "The second view makes `pageViews` 2 and `bounced` false, and its page is the exit page.",
        "ANP-08": "Every further view counts one more, and `bounced` stays false.",
        "ANP-09": "Twenty views of a session at once are counted as exactly twenty.",
        "ANP-10": "When the session cannot be updated the view is answered all the same.",
      },
    },
    {
      contracts: [recordPageView],
      code: ["page-duration.ts", RECORD],
      rules: {
        "ANP-11": "A view sets the duration of the view before it: the seconds between the two.",
        "ANP-12": "Only the latest view before it gets a duration in this way, and never twice.",
        "ANP-13": "A difference of 0 seconds sets no duration.",
        "ANP-14": "A difference of 3600 seconds or more sets no duration; 3599 does.",
        "ANP-15": "Only a view of the same session gets a duration in this way.",
        "ANP-16": "A duration that the page itself has reported is not replaced.",
      },
    },
    {
      contracts: [recordPageView],
      code: ["rate-limit.ts"],
      rules: { "ANP-19": "The 31st page view of an address in a minute is 429." },
    },
  ],
};

export const leaving: Area = {
  title: "Leaving a page",
  sections: ["4.5"],
  groups: [
    {
      contracts: [leavePage],
      code: ["record-leave.ts", "page-duration.ts", "analytics-page-view.store.ts"],
      rules: {
        "ANL-01": "A report stores duration and scroll depth of its page view: 200 `{ok: true}`.",
        "ANL-02": "A report about an unknown view is 200 `{ok: true}` and changes nothing.",
        "ANL-03": "Any string is accepted as the id of a view.",
        "ANL-04": "A report without `duration` is 400.",
        "ANL-05": "`duration` is a number from 0 to 3600; anything else is 400.",
        "ANL-06": "`scrollDepth` is clamped to 0-100; a value that is not a number is 400.",
        "ANL-07": "A report without `scrollDepth` leaves the stored one as it is.",
        "ANL-08": "When the store fails the answer is still 200 `{ok: true}`.",
        "ANL-12": "A duration never shrinks: a later report with a smaller one changes nothing.",
      },
    },
    {
      contracts: [leavePage],
      code: ["cors.ts", "json-body.ts"],
      rules: {
        "ANL-09": "A keepalive request of a listed origin passes its preflight; its content type may name UTF-8 in any letter case.",
      },
    },
    {
      contracts: [leavePageByBeacon],
      code: ["json-body.ts"],
      rules: {
        "ANL-10":
          "The report may come by POST, also as JSON in `text/plain`, as browsers send beacons; a route that is not for beacons answers 415 to text.",
      },
    },
    {
      contracts: [leavePage, leavePageByBeacon],
      code: ["rate-limit.ts"],
      rules: { "ANL-11": "The eleventh report of an address in a minute is 429." },
    },
  ],
};

export const bioViews: Area = {
  title: "Views of bio pages",
  sections: ["4.6", "2.11"],
  groups: [
    {
      contracts: [trackBioView],
      rules: {
        "BIO-01": "A view is recorded in one row: 200 `{tracked: true}`.",
        "BIO-02": "A page id that is not a UUID is 400.",
        "BIO-03": "A field of the wrong type is 400.",
        "BIO-04": "A user agent in the body is ignored: the header counts.",
        "BIO-08": "A country has two letters and is stored in upper case; three letters are 400.",
        "BIO-09": "`isEmbed` is false when it is absent.",
        "BIO-11": "A view of a page that does not exist is recorded like any other.",
        "BIO-12": "A request without a body is as good as an empty object.",
        "BIO-14": "A view by a machine is recorded and marked as `isBot`.",
      },
    },
    {
      contracts: [trackBioView],
      code: ["parse-user-agent.ts"],
      rules: {
        "BIO-05": "Device and browser of the body count when they are given.",
        "BIO-06": "Without them device and browser come from the user agent of the request.",
      },
    },
    {
      contracts: [trackBioView],
      code: ["visitor-locator.ts"],
      rules: {
        "BIO-07": "The country is that of the body, else that of the looked-up address, else that of the delivery network, else null.",
        "BIO-10": "The address is neither stored nor logged.",
      },
    },
    {
      contracts: [trackBioView],
      code: ["tolerate-failure.ts"],
      rules: { "BIO-13": "When the analytics database fails the answer is 200 `{tracked: true}`." },
    },
    {
      contracts: [trackBioView],
      code: ["bio-page-view.store.ts", "visitor-hash.ts"],
      rules: {
        "BIO-15": "The rows are in the analytics database.",
        "BIO-16": "The visitor's id is hashed as that of a session, so that both can be joined.",
      },
    },
  ],
};

export const dashboards: Area = {
  title: "Further tracking and the dashboards of creators",
  sections: ["4.5", "2.11"],
  groups: [
    {
      contracts: [heartbeat],
      code: ["extend-session.ts"],
      rules: { "ANX-01": "A heartbeat moves the last activity of its session and the duration of the open view, up to 3600 seconds." },
    },
    {
      contracts: [identifySession],
      rules: { "ANX-02": "A signed-in user links a visit with consent to the account; the erasure of the account undoes it." },
    },
    {
      contracts: [getOverview, getTimeseries, getBreakdown, getFunnel],
      code: ["own-report-scope.ts", "dashboard.ts"],
      rules: {
        "ANX-03":
          "The owner alone reads the numbers of a page; they equal a recount of the rows and leave out machines and the owner's own visits.",
      },
    },
    {
      contracts: [exportPageViews],
      rules: {
        "ANX-04": "The owner exports the page views of the page as JSON or CSV, page by page and without anything that names a visitor.",
      },
    },
  ],
};
