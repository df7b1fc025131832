import { action } from "#libs/contract-kit/contract.ts";
import { id } from "./shared.ts";

/** The legal ground on which personal data outlives the account. Retained data names the user by id only. */
export const LEGAL_GROUNDS = [
  /** GDPR art. 17(3)(b): tax law requires that books and vouchers are retained. */
  "TAX_AND_ACCOUNTING",
  /** GDPR art. 17(3)(b): the duty to state and to record the reasons of a moderation decision (DSA art. 17, 20). */
  "MODERATION_DUTY",
  /** GDPR art. 17(3)(e): proof of an agreement. */
  "PROOF_OF_AGREEMENT",
  /** GDPR art. 5(2): proof of the actions of each person. */
  "ACCOUNTABILITY",
  /** GDPR art. 6(1)(b), (f): the other side retains its part of a conversation. */
  "RIGHTS_OF_OTHERS",
  /** GDPR art. 6(1)(f): for a while no other user may pose as the former one. */
  "PROTECTION_FROM_IMPERSONATION",
] as const;
export type LegalGround = (typeof LEGAL_GROUNDS)[number];

const subject = {
  userId: { type: "string", max: 64 },
  creatorId: { ...id, optional: true, description: "Id of the user's creator profile, if there is one" },
  bioPageIds: { type: "array", items: id, max: 100, optional: true },
  addressHash: { type: "string", max: 64, optional: true, description: "Keyed hash of the verified email address, if there is one" },
} as const;

/** Size of the rows in one answer; a single row may be larger. */
export const MAX_EXPORT_PAGE_BYTES = 400_000;
/** The largest text of a row is a legal text. */
const MAX_EXPORT_ROW_BYTES = 700_000;

const count = { type: "number", integer: true } as const;
const counts = { type: "record", values: count, maxBytes: 4_096, description: "Rows by collection" } as const;

export const erasureCounts = {
  erased: counts,
  anonymised: counts,
  retained: {
    type: "record",
    values: { type: "object", props: { count, ground: { type: "enum", values: LEGAL_GROUNDS } } },
    maxBytes: 4_096,
  },
} as const;

/**
 * One batch of the purge of a user. Bounded, so that no call runs for minutes; the caller repeats it until `done`. The counts are of all
 * calls for this user so far: a repeated call changes neither rows nor counts.
 */
const eraseUserIn = (service: string) =>
  action({
    name: `${service}.eraseUser`,
    summary: `Erase or anonymize a batch of a user's data in the ${service} service, and count what is retained on which ground`,
    params: subject,
    returns: {
      type: "object",
      props: { done: { type: "boolean", description: "False: call again for the next batch" }, ...erasureCounts },
    },
    errors: [],
  });

/** One page of a user's data in a service. A page fits into one message of the bus. */
const exportUserIn = (service: string) =>
  action({
    name: `${service}.exportUser`,
    summary: `A page of a user's data in the ${service} service`,
    params: { ...subject, cursor: { type: "string", max: 200, optional: true, description: "nextCursor of the previous page" } },
    returns: {
      type: "object",
      props: {
        collections: {
          type: "array",
          items: { type: "string" },
          max: 100,
          description: "All collections that an export of this service may contain",
        },
        rows: {
          type: "array",
          items: { type: "object", props: { collection: { type: "string" }, row: { type: "json" } } },
          maxBytes: MAX_EXPORT_PAGE_BYTES + MAX_EXPORT_ROW_BYTES,
        },
        nextCursor: { type: "string", nullable: true, description: "Null on the last page" },
      },
    },
    errors: [],
  });

/** By service: all services with data of users except the account service, which coordinates the purge. */
export const eraseUser = {
  analytics: eraseUserIn("analytics"),
  config: eraseUserIn("config"),
  content: eraseUserIn("content"),
  creator: eraseUserIn("creator"),
  messaging: eraseUserIn("messaging"),
  notification: eraseUserIn("notification"),
  webhook: eraseUserIn("webhook"),
} as const;

/** By service, like `eraseUser`. */
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

export const getDataSubject = action({
  name: "creator.getDataSubject",
  summary: "The ids under which other services store a user's creator data",
  params: { userId: { type: "string", max: 64 } },
  returns: {
    type: "object",
    props: { creatorId: { ...id, nullable: true }, bioPageIds: { type: "array", items: id, max: 100 } },
  },
  errors: [],
});
