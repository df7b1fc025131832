import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { settlePayout } from "#libs/contracts/wallet/payout-settlements.ts";
import { Decision, type DecisionProps } from "../../parts/decision.tsx";
import { useStaff } from "../../parts/staff.ts";
import { staffApi } from "../../staff-session.ts";
import { MAX_REASON } from "../max-reason.ts";
import type { Payout } from "./payout.tsx";

type Outcome = NonNullable<Payout["settlement"]>["outcome"];

interface SettlePayoutProps extends Pick<DecisionProps, "done" | "meanwhile"> {
  readonly item: Payout;
  readonly parts: Readonly<Record<"amount" | "name", VNode>>;
  factsTo(next: Outcome): DecisionProps["facts"];
}

const VERBS = { PAID: "page.staffMoney.payoutSent", FAILED: "page.staffMoney.payoutNotSent" } as const;

/** Lets two people say what became of a payout at a provider that cannot be asked any more. */
export function SettlePayout({ item, parts, factsTo, ...common }: SettlePayoutProps): VNode {
  const { t } = useReader();
  const { me, may } = useStaff();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { payoutId, settlement } = item;
  const isOwn = (said: Outcome) => settlement?.outcome === said && settlement.by === me.id;
  return (
    <>
      <p class="notice warn">
        <Sentence of="page.staffMoney.payoutProviderGone" parts={{ amount: parts.amount }} />
      </p>
      {may(settlePayout) && (
        <p class="actions">
          {(["PAID", "FAILED"] as const)
            .filter((said) => !isOwn(said))
            .map((said) => (
              <Button key={said} kind={said === "FAILED" ? "danger" : "plain"} onClick={() => setOutcome(said)}>
                {t(VERBS[said])}
              </Button>
            ))}
        </p>
      )}
      {outcome !== null && (
        <Decision
          {...common}
          id={[`settle payout ${outcome}`, payoutId]}
          title={t("page.staffMoney.payoutSettle")}
          verb={t(VERBS[outcome])}
          kind="danger"
          facts={factsTo(outcome)}
          reason={
            outcome === "PAID"
              ? { readBy: t("page.staffMoney.readByStaff"), maxLength: MAX_REASON }
              : { readBy: <Sentence of="page.console.readBy" parts={parts} />, maxLength: MAX_REASON }
          }
          send={(reason, idempotencyKey) => staffApi.call(settlePayout, { payoutId, outcome, reason }, { idempotencyKey })}
          close={() => setOutcome(null)}
        >
          {settlement?.outcome !== outcome && <>{t("page.staffMoney.settleFirstWhat")} </>}
          <Sentence of={outcome === "PAID" ? "page.staffMoney.payoutSentWhat" : "page.staffMoney.refuseWhat"} parts={parts} />
        </Decision>
      )}
    </>
  );
}
