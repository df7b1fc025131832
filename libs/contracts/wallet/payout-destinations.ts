import { event } from "#libs/contract-kit/contract.ts";
import { timestamp } from "../shared.ts";

export const payoutDestinationChanged = event({
  name: "payout.destination_changed",
  owner: "wallet",
  summary: "Payouts of a user go somewhere else from now on; for a while none is sent",
  payload: { userId: { type: "string" }, changedAt: timestamp, coolingUntil: timestamp },
});
