import { type ActionContract, action } from "#libs/contract-kit/contract.ts";
import type { Rules } from "#libs/contract-kit/rules.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { MAX_COUNTED, MAX_LOOKED_UP, STAFF_KINDS, type StaffKind } from "./config/console.ts";
import { amount, optionalTimestamp } from "./shared.ts";

const counted = { type: "number", integer: true, min: 0, max: MAX_COUNTED } as const;

/** A queue: how many items wait, and since when the oldest does. */
const waiting = { type: "object", props: { count: counted, oldest: optionalTimestamp } } as const;

const outbox = {
  type: "object",
  props: { pending: { type: "number", integer: true, min: 0 }, oldestSeconds: { type: "number", min: 0 } },
  description: "Events that the stream has not confirmed",
} as const;

/** One read of a service for the overview of the console: all that waits in it, each number by an index and counted up to a bound. */
const getBacklogIn = <const P extends Rules>(service: string, props: P) =>
  action({
    name: `${service}.getBacklog`,
    summary: `What waits in the ${service} service`,
    params: {},
    returns: { type: "object", props },
    errors: [],
  });

/** By service: all with a queue of work or with an outbox. The outbox of messaging is that of wallet, too. */
export const getBacklog = {
  account: getBacklogIn("account", { outbox, superAdmins: counted }),
  content: getBacklogIn("content", { outbox, tickets: waiting }),
  creator: getBacklogIn("creator", { outbox, kyc: waiting }),
  messaging: getBacklogIn("messaging", { outbox, moderation: waiting, appeals: waiting, reports: waiting }),
  notification: getBacklogIn("notification", { outbox }),
  wallet: getBacklogIn("wallet", {
    payouts: {
      type: "object",
      props: { ...waiting.props, overdue: { ...counted, description: "Those that wait for more than two days" } },
    },
    adjustments: waiting,
    topupsInReview: waiting,
    chargebacks: waiting,
    proposedRefunds: waiting,
    proposedWriteOffs: waiting,
    proposedSettlements: waiting,
    unclaimed: waiting,
    heldEarnings: waiting,
    escrowHeld: amount,
    audit: {
      type: "object",
      nullable: true,
      props: { ledgerTotal: amount, at: { type: "timestamp" } },
      description: "The last audit of the ledger",
    },
  }),
  webhook: getBacklogIn("webhook", { outbox, failing: counted, failingSince: optionalTimestamp }),
} as const;

/** A payout that waits longer is overdue. */
export const PAYOUT_OVERDUE_MS = 2 * DAY;

/** A service with a backlog. */
export type BackloggedService = keyof typeof getBacklog;

type Returned<C> = C extends ActionContract<unknown, unknown, infer Return> ? Return : never;

export type Backlog<S extends BackloggedService> = Returned<(typeof getBacklog)[S]>;

/** The kinds that each service finds by id. */
export const KINDS_OF = {
  account: ["USER", "PRIVACY_REQUEST"],
  content: ["TICKET", "ARTICLE", "CATEGORY"],
  creator: ["CREATOR"],
  messaging: ["MESSAGE", "REPORT", "APPEAL", "RULE"],
  wallet: ["PAYOUT", "ADJUSTMENT", "TOPUP", "REFUND", "CHARGEBACK", "UNCLAIMED", "WALLET", "ESCROW"],
  webhook: ["ENDPOINT"],
} as const satisfies Record<string, readonly StaffKind[]>;

const findObjectIn = (service: string) =>
  action({
    name: `${service}.findObject`,
    summary: `What an id names in the ${service} service, of the kinds that are asked for`,
    params: {
      id: { type: "string", max: MAX_LOOKED_UP + 1 },
      kinds: { type: "array", items: { type: "enum", values: STAFF_KINDS }, max: STAFF_KINDS.length },
    },
    returns: {
      type: "array",
      max: STAFF_KINDS.length,
      items: { type: "object", props: { kind: { type: "enum", values: STAFF_KINDS }, id: { type: "string" } } },
    },
    errors: [],
  });

/** By service: all that keep what staff act on, except the settings, which are the console's own. */
export const findObject = {
  account: findObjectIn("account"),
  content: findObjectIn("content"),
  creator: findObjectIn("creator"),
  messaging: findObjectIn("messaging"),
  wallet: findObjectIn("wallet"),
  webhook: findObjectIn("webhook"),
} as const;
