import { deleteWithPassword, requestDeletion } from "#libs/contracts/account/index.ts";
import { createSession, leavePage, recordPageView, trackBioView } from "#libs/contracts/analytics/index.ts";
import { listKillSwitches, setKillSwitch } from "#libs/contracts/config/index.ts";
import { listHelpArticles } from "#libs/contracts/content/index.ts";
import { discoverCategory, setVacation, upgrade } from "#libs/contracts/creator/index.ts";
import { sendMessage } from "#libs/contracts/messaging/index.ts";
import { listNotifications } from "#libs/contracts/notification/index.ts";
import { approvePayout, confirmTopUp, createTopUp, requestPayout } from "#libs/contracts/wallet/index.ts";
import { recoverDeliveries, retryDelivery, rotateSecret, testEndpoint } from "#libs/contracts/webhook/index.ts";
import type { Area } from "../area.ts";

/** The numbers of the limits; the contract says which limit applies. */
const NUMBERS = "rate-limits.ts";
const RATE_LIMIT = "pipeline/rate-limit.ts";

export const limits: Area = {
  title: "Rate limits",
  sections: ["8"],
  groups: [
    {
      contracts: [setVacation],
      code: [NUMBERS],
      rules: { "THR-01": "A user may change a vacation 30 times an hour; the next request is 429." },
    },
    {
      contracts: [upgrade],
      code: [NUMBERS],
      rules: { "THR-02": "A user may ask to become a creator 30 times an hour; the next request is 429." },
    },
    {
      contracts: [deleteWithPassword],
      code: [NUMBERS],
      rules: { "THR-03": "A user may ask for the deletion with a password three times an hour; the next request is 429." },
    },
    {
      contracts: [requestDeletion],
      code: [NUMBERS],
      rules: { "THR-04": "A user may ask for the deletion without a password once a day; the next request is 429." },
    },
    {
      contracts: [createSession],
      code: [NUMBERS],
      rules: { "THR-05": "An address may begin ten analytics sessions in a minute; the next one is 429." },
    },
    {
      contracts: [recordPageView],
      code: [NUMBERS],
      rules: { "THR-06": "An address may record 30 page views in a minute; the next one is 429." },
    },
    {
      contracts: [leavePage],
      code: [NUMBERS],
      rules: { "THR-07": "An address may report that a page was left ten times a minute; the next report is 429." },
    },
    {
      contracts: [trackBioView],
      code: [NUMBERS],
      rules: { "THR-08": "An address may record 60 views of bio pages in a minute; the next one is 429." },
    },
    {
      contracts: [listNotifications],
      code: [NUMBERS],
      rules: { "THR-09": "A user may list the notifications 60 times a minute; the next request is 429." },
    },
    {
      contracts: [sendMessage],
      code: [NUMBERS],
      rules: { "THR-10": "A user may send ten messages in a minute, refused ones included; of many at once exactly ten pass." },
    },
    {
      contracts: [listHelpArticles],
      code: [NUMBERS],
      rules: { "THR-11": "An address may list help articles 60 times a minute; the next request is 429." },
    },
    {
      contracts: [discoverCategory],
      code: [NUMBERS],
      rules: { "THR-12": "An address may read discovery 60 times a minute; the next request is 429." },
    },
    {
      contracts: [rotateSecret],
      code: [NUMBERS],
      rules: { "THR-13": "An administrator may rotate webhook secrets ten times an hour, over all sessions; the next rotation is 429." },
    },
    {
      code: [RATE_LIMIT, "client-location.ts"],
      rules: {
        "THR-14": "A limit that is used up leaves other users, other addresses and other endpoints untouched.",
        "THR-15": "Requests are counted per endpoint: another id in the path or another query starts no new counter.",
        "THR-17": "Requests that fail are counted as well, also those whose body cannot be read.",
        "THR-18":
          "A request beyond the limit is 429 `THROTTLE_LIMIT_EXCEEDED` with `i18nVars.retryAfter` in seconds, and comes before 401 and validation.",
        "THR-19": "`RateLimit-Policy` names the policy, its limit and its window; `RateLimit` says how many requests and seconds are left.",
        "THR-21": "Without trusted proxies `X-Forwarded-For` is ignored: another value of it starts no new counter.",
        "THR-24":
          "Limits count the last hop of `X-Forwarded-For` that is no trusted proxy, from the right; what a client writes before it changes nothing. Production trusts no proxy by default.",
        "THR-25":
          "A hop may carry a port. IPv6 clients are counted by /64, and all of a /48 together may send `ratelimit.wide_factor` times as much.",
      },
    },
    {
      code: [RATE_LIMIT, "memory-counters.ts", "redis-counters.ts"],
      rules: {
        "THR-16":
          "A window begins with its first request and has a fixed length; then requests pass again, and `Retry-After` is right to the second.",
        "THR-20":
          "All gateways count together: two of them let through no more than one would; no key in the counter store holds an address.",
        "THR-22": "Without the counter store each process counts by itself; routes go on answering, never with 500.",
      },
    },
    {
      code: ["ratelimit.ts"],
      rules: {
        "THR-23":
          "Each limit is a pair of settings, `ratelimit.<policy>.limit` and `.window_seconds`; a change counts at once, also for one platform or region.",
      },
    },
  ],
};

export const killSwitches: Area = {
  title: "Kill switches",
  sections: ["2.12", "7"],
  groups: [
    {
      contracts: [sendMessage],
      code: ["kill-switch.ts"],
      rules: {
        "KSW-01": "While MESSAGING is switched off a send is 503 `FEATURE_DISABLED`, `features.messaging_disabled`.",
        "KSW-06":
          "A request that a kill switch refuses writes nothing, takes no free message, holds no money and keeps no idempotency key.",
        "KSW-07": "Anonymous callers get 401 before the switch is looked at; the switch answers 503 before the input is checked.",
        "KSW-08": "MESSAGING stops new messages only: what is under way can be read, answered and rejected.",
      },
    },
    {
      contracts: [upgrade],
      code: ["kill-switch.ts"],
      rules: {
        "KSW-02": "While CREATOR_UPGRADE is switched off an upgrade is 503 `features.creator_upgrade_disabled`; nothing else changes.",
      },
    },
    {
      contracts: [discoverCategory],
      code: ["kill-switch.ts"],
      rules: { "KSW-03": "While DISCOVER is switched off discovery is 503 `features.discover_disabled`, before its input is checked." },
    },
    {
      contracts: [testEndpoint, retryDelivery, recoverDeliveries],
      code: ["sending/dispatcher.ts", "gauge-lag.ts"],
      rules: {
        "KSW-12":
          "While WEBHOOKS is switched off, deliveries are stored and wait, which no alarm counts; testing, retrying and recovering are 503. Switched on again, they are sent.",
      },
    },
    {
      contracts: [createTopUp, confirmTopUp],
      code: ["confirm-top-up.ts"],
      rules: {
        "KSW-13":
          "While PAYMENTS is switched off a top-up is 503 to start and to decide, and stays PENDING to confirm; switched on, it is credited.",
      },
    },
    {
      contracts: [requestPayout, approvePayout],
      code: ["finish-payouts.ts"],
      rules: {
        "KSW-14":
          "While PAYOUTS is switched off, requests and approvals are 503 and the provider begins no payout; it is asked about those it has.",
      },
    },
    {
      contracts: [setKillSwitch],
      code: ["config-sync.ts"],
      rules: {
        "KSW-04": "A system that is switched on again works without a restart.",
        "KSW-05": "A change of a switch counts in every gateway and every service within two seconds, also when its hint is lost.",
        "KSW-11":
          "While the configuration service is away the last known state of the switches counts; a process that never saw one treats every system as on.",
      },
    },
    {
      contracts: [setKillSwitch, listKillSwitches],
      rules: {
        "KSW-09":
          "Each change of a switch is in the audit log with who made it and the old and the new value; the first one has no old value.",
        "KSW-10": "A system that does not exist is 404 `config.error.kill_switch_not_found`.",
      },
    },
  ],
};

export const idempotency: Area = {
  title: "Idempotency keys",
  sections: ["5"],
  groups: [
    {
      code: ["idempotency.ts", "redis-replays.ts"],
      rules: {
        "IDM-01":
          "The same key with the same body gets, for 24 hours, the first answer byte for byte with `Idempotency-Replayed: true`, and nothing happens again.",
        "IDM-02": "The same key with another body is 422 `IDEMPOTENCY_KEY_REUSED`.",
        "IDM-03": "Of requests with one key at the same time one runs; the others are 409 `IDEMPOTENCY_IN_PROGRESS` or get its answer.",
        "IDM-04": "A key belongs to its user, its method and its path: the same text of another user or on another route is another key.",
        "IDM-05": "Refusals of the interface (400 of validation, 401, 403, 429, 5xx) are not stored: the same key may succeed later.",
        "IDM-06": "A bare token and the same text in quotes are one key; a key has 1 to 255 printable characters, any other is 400.",
      },
    },
  ],
};
