import { createSession, issueTrackingToken } from "#libs/contracts/analytics/index.ts";
import type { Area } from "../area.ts";

const TOKEN = "tracking-token.ts";

export const analyticsSessions: Area = {
  title: "Analytics sessions",
  sections: ["4.5", "2.11"],
  groups: [
    {
      contracts: [createSession],
      code: ["new-session.ts"],
      rules: {
        "ANS-01": "A visit of a browser with consent is recorded: 200 with its `id` and `createdAt`.",
        "ANS-37": "A new session has no page views, is bounced, has no exit page and was last active when it began.",
        "ANS-39": "A session needs no token and sets no cookie.",
        "ANS-27": "The five UTM fields are stored byte for byte.",
      },
    },
    {
      contracts: [createSession],
      rules: {
        "ANS-02": "A session without `visitorId` is 400.",
        "ANS-03": "A session without `landingPage` is 400.",
        "ANS-05": "A `consentAnalytics` of more than 50 characters is 400.",
        "ANS-06": "Input that is not valid is 400 also for a machine: validation comes before every refusal.",
        "ANS-13": "A `bioPageId` or `creatorId` that is not a UUID is 400.",
        "ANS-14": "Any UUID is accepted as `creatorId`; whether the creator exists is not checked.",
        "ANS-30": "`osVersion` and `connectionType` have at most 20 characters and `timezone` at most 50, else 400.",
        "ANS-31": "Screen sizes are whole numbers from 0 to 7680; anything else is 400.",
        "ANS-42": "A number or an object where a string belongs is 400.",
        "ANS-43": "Longest texts: visitor 200, landing page and referrer 2048, UTM 255, language 35; a longer one is 400.",
      },
    },
    {
      contracts: [createSession],
      code: ["session-refusals.ts", "bots.ts"],
      rules: {
        "ANS-04": "A consent that is not exactly `granted` is answered 200 with id null, and nothing is stored.",
        "ANS-07": "A user agent that holds one of the 22 tokens of machines (bot, crawl, curl, python …) gets id null.",
        "ANS-08": "The tokens of machines are found in any letter case.",
        "ANS-09": "A refused session is exactly `{id: null}`, without `createdAt`.",
        "ANS-10": "A request without a user agent, or with that of a browser, is recorded.",
        "ANS-15": "A session with `bioPageId` and without `trackingToken` gets id null.",
        "ANS-23": "A `trackingToken` without `bioPageId` is ignored.",
        "ANS-40": "The metric `tracking_dropped_total` counts refusals by reason; the answer does not tell the reason.",
      },
    },
    {
      contracts: [createSession, issueTrackingToken],
      code: [TOKEN],
      rules: {
        "ANS-16": "A session of a bio page with a wrong token gets id null.",
        "ANS-17": "A token counts in the five minutes in which it was made.",
        "ANS-18": "A token of the previous five minutes counts as well.",
        "ANS-19": "A token that is two such periods old gets id null.",
        "ANS-20": "A token of a future period gets id null.",
        "ANS-21": "The token of one page is no token for another one.",
        "ANS-22": "A token is the first 32 hex digits of an HMAC-SHA256 of page and period; the whole digest is refused.",
        "ANS-24": "No public route answers a token: the service that renders the page asks for it inside.",
      },
    },
    {
      contracts: [createSession],
      code: ["visitor-hash.ts"],
      rules: {
        "ANS-11": "The visitor's id is stored as its SHA-256 (with `VISITOR_PEPPER` behind it) and stands nowhere else, not even in a log.",
        "ANS-12": "Sessions with the same visitor id have the same hash.",
      },
    },
    {
      contracts: [createSession],
      code: ["tolerate-failure.ts", "kernel/batcher.ts"],
      rules: { "ANS-25": "When the analytics database fails or hangs the answer is 200 with id null, within two seconds and never 5xx." },
    },
    {
      contracts: [createSession],
      code: ["new-session.ts"],
      rules: { "ANS-26": "The referrer's host is stored without one leading `www.`; a missing or unreadable referrer is `direct`." },
    },
    {
      contracts: [createSession],
      code: ["parse-user-agent.ts"],
      rules: {
        "ANS-28": "Device, browser and system of the user agent win over those of the body, which count where the header tells nothing.",
        "ANS-29": "The device class is mobile, tablet or desktop; an Android that does not call itself mobile is a tablet.",
      },
    },
    {
      contracts: [createSession],
      code: ["visitor-locator.ts", "geo-lookup.ts", "geo-location.ts"],
      rules: {
        "ANS-32": "The time zone of the looked-up place wins over that of the body.",
        "ANS-34": "The address of a visitor is in no stored row and in no log line.",
        "ANS-35":
          "Country, city, region, continent and time zone come from the lookup; the delivery network's headers count when it finds no country.",
        "ANS-44":
          "The city of the delivery network is read as UTF-8 and without percent encoding, where that is well-formed; it has at most 100 characters.",
        "ANS-45": "A code that ISO 3166-1 alpha-2 does not assign, such as XX or T1, is an unknown country and is not stored.",
        "ANS-36": "When the lookup fails or there is no database the place stays empty and the session is recorded.",
      },
    },
    {
      code: ["client-location.ts"],
      rules: {
        "ANS-33":
          "The address is that of the delivery network's header, then the first of `X-Forwarded-For`, then the socket; headers count from trusted proxies only.",
      },
    },
    {
      code: ["analytics-session.store.ts", "analytics.service.ts"],
      rules: { "ANS-38": "All rows of tracking are in the analytics database and in no other one." },
    },
    {
      contracts: [createSession],
      code: ["rate-limit.ts"],
      rules: { "ANS-41": "The eleventh session of an address in a minute is 429 `THROTTLE_LIMIT_EXCEEDED`." },
    },
  ],
};
