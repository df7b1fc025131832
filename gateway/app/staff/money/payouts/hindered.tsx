import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Badge, Time } from "#gateway/ui/parts/values.tsx";
import { PersonName } from "../../parts/person.tsx";
import type { Payout } from "./payout.tsx";

interface HinderedProps {
  readonly of: Payout;
}

/** In a row: what would refuse the approval now. */
export function Hindered({ of: { frozen, coolingUntil } }: HinderedProps): VNode {
  const { t } = useReader();
  return (
    <>
      {frozen && (
        <>
          {" "}
          <Badge kind="danger">{t("page.staffMoney.frozen")}</Badge>
        </>
      )}
      {coolingUntil !== null && (
        <>
          {" "}
          <span>
            <Sentence of="page.staffMoney.payoutWaits" parts={{ time: <Time at={coolingUntil} /> }} />
          </span>
        </>
      )}
    </>
  );
}

/** Beside the decisions: why an approval would be refused, and until when. */
export function WhyHindered({ of: { userId, frozen, coolingUntil } }: HinderedProps): VNode {
  return (
    <>
      {frozen && (
        <p class="notice warn">
          <Sentence of="page.staffMoney.payoutFrozenWhat" parts={{ name: <PersonName userId={userId} /> }} />
        </p>
      )}
      {coolingUntil !== null && (
        <p class="notice warn">
          <Sentence of="page.staffMoney.payoutWaitsWhat" parts={{ time: <Time at={coolingUntil} /> }} />
        </p>
      )}
    </>
  );
}
