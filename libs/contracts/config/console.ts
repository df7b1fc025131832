import { action } from "#libs/contract-kit/contract.ts";
import type { ObjectRule, Parsed, Rule } from "#libs/contract-kit/rules.ts";
import { streamBatch, streamParams } from "#libs/contract-kit/stream.ts";
import { ALARM_NAMES } from "#libs/policies/alarms.ts";
import { KILL_SWITCHES, type KillSwitch } from "#libs/policies/kill-switches.ts";
import { amount, optionalTimestamp, timestamp } from "../shared.ts";
import { trippedBy } from "./switches.ts";

/** The queues of work that waits for staff. `console-pages.ts` names the list of each. */
export const STAFF_QUEUES = [
  ...(["moderation", "appeals", "reports", "payouts", "adjustments", "topupsInReview"] as const),
  ...(["proposedRefunds", "chargebacks", "proposedWriteOffs", "heldEarnings", "unclaimed", "proposedSettlements"] as const),
  ...(["tickets", "kyc"] as const),
] as const;
export type StaffQueue = (typeof STAFF_QUEUES)[number];

/** What staff act on. `console-pages.ts` has the page of each kind. */
export const STAFF_KINDS = [
  "USER",
  "CREATOR",
  "TICKET",
  "MESSAGE",
  "REPORT",
  "APPEAL",
  "RULE",
  "PAYOUT",
  "ADJUSTMENT",
  "TOPUP",
  "REFUND",
  "CHARGEBACK",
  "UNCLAIMED",
  "WALLET",
  "ESCROW",
  "ARTICLE",
  "CATEGORY",
  "PRIVACY_REQUEST",
  "ENDPOINT",
  "SETTING",
  "FLAG",
  "SWITCH",
] as const;
export type StaffKind = (typeof STAFF_KINDS)[number];

/** Alarms of the console itself, beside those that wake an operator. */
export const CONSOLE_ALARMS = ["EndpointFailing", "MailOff", "QueueOld", "PayoutWaiting", "FewAdmins", "ServiceSilent"] as const;
export type ConsoleAlarm = (typeof CONSOLE_ALARMS)[number];

/** Steps before the site can open. */
export const OPENING_STEPS = ["HOST", "TERMS", "PRIVACY", "MAIL", "PAYMENT", "ADMINS"] as const;
export type OpeningStep = (typeof OPENING_STEPS)[number];

/** A larger number is shown as this one: a count reads no more of its index. */
export const MAX_COUNTED = 10_000;

/** No id and no key is longer. */
export const MAX_LOOKED_UP = 100;

/** A part that needs a permission of its own, and a service that answers. */
const part = { optional: true, nullable: true } as const;
const counted = { type: "number", integer: true, min: 0, max: MAX_COUNTED } as const;
const seconds = { type: "number", min: 0 } as const;

const byQueue = <const R extends Rule>(rule: R) => Object.fromEntries(STAFF_QUEUES.map((queue) => [queue, rule])) as Record<StaffQueue, R>;

const overview = {
  type: "object",
  props: {
    alarms: {
      type: "array",
      max: ALARM_NAMES.length + CONSOLE_ALARMS.length,
      description: "What is wrong now as far as the reader may see it, the worst first",
      items: {
        type: "object",
        props: {
          kind: { type: "enum", values: [...ALARM_NAMES, ...CONSOLE_ALARMS] },
          severity: { type: "enum", values: ["critical", "warning"] },
          since: { ...optionalTimestamp, description: "Null where the begin is not known" },
          count: { ...counted, description: "Processes, endpoints, queues, payouts or services that it is about" },
        },
      },
    },
    queues: { type: "object", props: byQueue({ ...counted, ...part }), description: `What waits, counted up to ${MAX_COUNTED}` },
    oldest: {
      type: "object",
      props: byQueue({ ...optionalTimestamp, optional: true }),
      description: "Since when the longest waiting item waits; null for an empty queue",
    },
    money: {
      ...part,
      type: "object",
      props: {
        currency: { type: "string" },
        escrowHeld: { ...amount, description: "Held for open messages, at most a few seconds old" },
        ledgerTotal: {
          ...amount,
          nullable: true,
          description: "As of `auditedAt`; zero while the ledger is consistent. Null before the first audit",
        },
        auditedAt: { ...optionalTimestamp, description: "When the ledger was last read to its end" },
      },
    },
    outbox: {
      ...part,
      type: "object",
      props: {
        pending: {
          type: "number",
          integer: true,
          min: 0,
          description: "Events that the stream has not confirmed, of all services that answer",
        },
        oldestSeconds: { ...seconds, description: "Age of the oldest of them; 0 when there is none" },
      },
    },
    webhooks: {
      ...part,
      type: "object",
      props: { failing: { ...counted, description: "Endpoints that fail, or that failures have disabled" } },
    },
    switches: {
      ...part,
      type: "array",
      max: Object.keys(KILL_SWITCHES).length,
      description: "The systems that are switched off",
      items: {
        type: "object",
        props: { system: { type: "enum", values: Object.keys(KILL_SWITCHES) as KillSwitch[] }, since: timestamp, trippedBy },
      },
    },
    opening: {
      ...part,
      type: "array",
      max: OPENING_STEPS.length,
      description: "Steps before the site can open",
      items: {
        type: "object",
        props: {
          key: { type: "enum", values: OPENING_STEPS },
          done: { type: "boolean", nullable: true, description: "Null while a service is silent" },
        },
      },
    },
  },
} as const satisfies ObjectRule;

export type Overview = Parsed<typeof overview.props>;

export const getOverview = action({
  name: "config.getOverview",
  summary:
    "What waits and what is wrong: a part is absent without its permission, and null while its service has not answered for a second",
  http: { method: "GET", path: "/admin/overview", auth: "admin" },
  params: {},
  returns: overview,
  errors: [],
});

/**
 * Its events are `overview` with the result of {@link getOverview}, at once and when a number has changed, and `changed` with `{kind, id, by}`:
 * a colleague, or with `by: null` its user, has changed something that the reader may see. The last may be lost.
 */
export const streamOverview = action({
  name: "config.streamOverview",
  summary: "The overview whenever it changes, and what colleagues act on, as server-sent events; it does not count as a use of the session",
  http: { method: "GET", path: "/admin/stream", auth: "admin", stream: true },
  params: streamParams,
  returns: streamBatch,
  errors: [],
});

export const lookUp = action({
  name: "config.lookUp",
  summary: "What a pasted id names, and the page of the console for it, as far as the caller may read it",
  http: { method: "GET", path: "/admin/lookup", auth: "admin" },
  params: {
    id: {
      type: "string",
      min: 1,
      trim: true,
      cutTo: MAX_LOOKED_UP + 1,
      description:
        "Of anything, the number of a payout, a username, or the address of an article or endpoint; a setting, a flag and a switch have a key",
    },
  },
  returns: {
    type: "array",
    max: STAFF_KINDS.length,
    items: {
      type: "object",
      props: {
        kind: { type: "enum", values: STAFF_KINDS },
        id: { type: "string", description: "Names it on its page: of a wallet the user, of an escrow the message" },
        path: { type: "string", description: "Of the page" },
      },
    },
  },
  errors: [],
});
