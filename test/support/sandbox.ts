import { chargeReference, SANDBOX } from "#libs/providers/payment/sandbox/references.ts";
import type { SandboxDecision } from "#libs/providers/payment/sandbox/sandbox-outcomes.ts";
import { refreshDispute } from "#services/messaging/wallet/chargebacks/record-dispute.ts";
import { type Deps, liveDeps } from "#services/messaging/wallet/deps.ts";
import { dataOf, type Person, type TestSystem } from "./test-system.ts";

/** What a tester lets happen at the provider of a running system, and what the system hears of it. */
export function sandboxOf({ runtime }: Pick<TestSystem, "runtime">) {
  const deps: Deps = liveDeps(runtime);
  const decide = async (topupId: string, outcome: SandboxDecision["outcome"], amount: bigint | null = null) =>
    (await deps.sandbox.decide(chargeReference(topupId), { outcome, amount, currency: null, instrument: null }))?.reference ?? "";
  return {
    deps,
    decide,
    async dispute(topupId: string, outcome: "DISPUTED" | "DISPUTE_WON" | "DISPUTE_LOST", amount: bigint | null = null) {
      await refreshDispute(deps, SANDBOX, await decide(topupId, outcome, amount));
    },
    async lastTopUp(fan: Pick<Person, "send">): Promise<string> {
      const { items } = dataOf<{ items: { topupId: string }[] }>(await fan.send("GET", "/wallet/topups"), 200);
      return items[0]?.topupId ?? "";
    },
  };
}
