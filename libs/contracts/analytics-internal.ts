import { action } from "#libs/contract-kit/contract.ts";
import { id, timestamp } from "./shared.ts";

/** For whoever renders a bio page on the server; no public route answers a token (spec 4.5). */
export const issueTrackingToken = action({
  name: "analytics.issueTrackingToken",
  summary: "A token with which visits of one bio page are recorded for the next five to ten minutes",
  params: { bioPageId: id },
  returns: { type: "object", props: { token: { type: "string" }, expiresAt: timestamp } },
  errors: [],
});

const erased = { type: "number", integer: true } as const;

/**
 * Part of the purge of a user. Takes a bounded bite, so that no call runs for minutes: whoever calls repeats until `done`.
 * Repeating changes nothing further.
 */
export const eraseUser = action({
  name: "analytics.eraseUser",
  summary: "Erase what was recorded about a creator's pages and unlink the visits of a user",
  params: {
    userId: { type: "string", max: 64 },
    creatorId: { ...id, optional: true },
    bioPageIds: { type: "array", items: id, max: 100, optional: true },
  },
  returns: {
    type: "object",
    props: {
      done: { type: "boolean", description: "False: call again" },
      sessionsErased: erased,
      pageViewsErased: erased,
      bioViewsErased: erased,
      sessionsUnlinked: erased,
    },
  },
  errors: [],
});
