import { action } from "#libs/contract-kit/contract.ts";
import { id, pathId, readableText } from "../shared.ts";
import { PAYOUT_OUTCOMES } from "./payout-decisions.ts";
import { PAYOUT_STATUSES } from "./payouts.ts";

export const settlePayout = action({
  name: "wallet.settlePayout",
  class: "money",
  summary: "Settle a payout whose provider is no longer connected, as people have found out there; two must say the same",
  http: {
    method: "POST",
    path: "/admin/payouts/{payoutId}/settle",
    stepUp: true,
    auth: "admin",
    permission: "finance:write",
    twoPeople: true,
  },
  params: {
    payoutId: pathId,
    outcome: { type: "enum", values: PAYOUT_OUTCOMES, description: "FAILED: nothing was sent, and the money returns to the earnings" },
    reason: { ...readableText, trim: true, min: 1, max: 500 },
  },
  returns: {
    type: "object",
    props: {
      payoutId: id,
      status: { type: "enum", values: PAYOUT_STATUSES },
      approvals: { type: "number", integer: true, min: 1, max: 2 },
    },
  },
  errors: ["payout.error.not_found", "payout.error.own_payout", "payout.error.invalid_status", "payout.error.same_admin"],
});
