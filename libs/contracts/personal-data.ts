import { action } from "#libs/contract-kit/contract.ts";
import { id } from "./shared.ts";

/** Why personal data outlives its owner's account. What is kept names the user by id only. */
export const LEGAL_GROUNDS = [
  /** GDPR art. 17(3)(b): books and vouchers are kept for as long as tax law wants them. */
  "TAX_AND_ACCOUNTING",
  /** GDPR art. 17(3)(b): the duty to give and to keep reasons for moderation (DSA art. 17, 20). */
  "MODERATION_DUTY",
  /** GDPR art. 17(3)(e): proof that something was agreed to. */
  "PROOF_OF_AGREEMENT",
  /** GDPR art. 5(2): proof of what was done, and by whom. */
  "ACCOUNTABILITY",
  /** GDPR art. 6(1)(b), (f): the other side of a conversation keeps its own part. */
  "RIGHTS_OF_OTHERS",
  /** GDPR art. 6(1)(f): nobody else may pose as the former user for a while. */
  "PROTECTION_FROM_IMPERSONATION",
] as const;
export type LegalGround = (typeof LEGAL_GROUNDS)[number];

const subject = {
  userId: { type: "string", max: 64 },
  creatorId: { ...id, optional: true, description: "Of the user's creator profile, when there is one" },
  bioPageIds: { type: "array", items: id, max: 100, optional: true },
  addressHash: { type: "string", max: 64, optional: true, description: "Keyed hash of the verified email address, while there is one" },
} as const;

const count = { type: "number", integer: true } as const;
const counts = { type: "record", values: count, description: "Rows by collection" } as const;

export const erasureCounts = {
  erased: counts,
  anonymised: counts,
  retained: { type: "record", values: { type: "object", props: { count, ground: { type: "enum", values: LEGAL_GROUNDS } } } },
} as const;

/**
 * Part of the purge of a user. Takes a bounded bite, so that no call runs for minutes: whoever calls repeats until `done`.
 * The counts are of all calls about this user so far, so repeating changes neither rows nor counts.
 */
const eraseUserIn = (service: string) =>
  action({
    name: `${service}.eraseUser`,
    summary: `Erase or anonymise what the ${service} service holds of a user, and say what is kept and why`,
    params: subject,
    returns: { type: "object", props: { done: { type: "boolean", description: "False: call again" }, ...erasureCounts } },
    errors: [],
  });

/** One page of what a service holds of a user; a page fits into one message of the bus. */
const exportUserIn = (service: string) =>
  action({
    name: `${service}.exportUser`,
    summary: `What the ${service} service holds of a user, page by page`,
    params: { ...subject, cursor: { type: "string", max: 200, optional: true, description: "nextCursor of the page before" } },
    returns: {
      type: "object",
      props: {
        collections: { type: "array", items: { type: "string" }, description: "All that an export of this service may name" },
        rows: {
          type: "array",
          items: { type: "object", props: { collection: { type: "string" }, row: { type: "json" } } },
        },
        nextCursor: { type: "string", nullable: true, description: "Null: this was the last page" },
      },
    },
    errors: [],
  });

/** One internal action for each service that holds data of users, but the account service, which leads the purge. */
export const eraseUser = {
  analytics: eraseUserIn("analytics"),
  config: eraseUserIn("config"),
  content: eraseUserIn("content"),
  creator: eraseUserIn("creator"),
  messaging: eraseUserIn("messaging"),
  notification: eraseUserIn("notification"),
  webhook: eraseUserIn("webhook"),
} as const;

export const exportUser = {
  analytics: exportUserIn("analytics"),
  config: exportUserIn("config"),
  content: exportUserIn("content"),
  creator: exportUserIn("creator"),
  messaging: exportUserIn("messaging"),
  notification: exportUserIn("notification"),
  webhook: exportUserIn("webhook"),
} as const;

export type PersonalDataService = keyof typeof eraseUser;

/** What the purge of a user needs to know beside the user id. */
export const getDataSubject = action({
  name: "creator.getDataSubject",
  summary: "The ids under which a user's creator data is kept elsewhere",
  params: { userId: { type: "string", max: 64 } },
  returns: {
    type: "object",
    props: { creatorId: { ...id, nullable: true }, bioPageIds: { type: "array", items: id } },
  },
  errors: [],
});
