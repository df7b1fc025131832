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
