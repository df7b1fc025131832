import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { amountAsTyped, readAmount } from "#gateway/ui/amount.ts";
import { AmountField } from "#gateway/ui/parts/amount-field.tsx";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money } from "#gateway/ui/parts/values.tsx";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { refundEscrow, rejectEscrowRefund } from "#libs/contracts/wallet/chargebacks.ts";
import { Decision, type DecisionProps } from "../parts/decision.tsx";
import { Person } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { MAX_REASON } from "./max-reason.ts";
import { FirstRequest } from "./two-people/first-request.tsx";
import { Proposal } from "./two-people/proposal.tsx";

interface Earned {
  readonly messageId: string;
  readonly fanId: string;
  readonly creatorId: string;
  readonly amount: string;
  /** What can go back now. */
  readonly reversible: string;
  readonly approval: { readonly by: string; readonly at: string; readonly reason: string; readonly amount: string } | null;
}

/** Gives an earned price, or a part of it, back to the fan: the first person asks, the second one moves the money. */
export function GiveBack({ of, changed }: { readonly of: Earned; changed(): void }): VNode | null {
  const { t } = useReader();
  const { me, may } = useStaff();
  const [isOpen, setOpen] = useState(false);
  const { messageId, fanId, creatorId, reversible, approval } = of;
  const facts = useFacts(of);
  if ([fanId, creatorId].includes(me.id)) return null;
  return (
    <>
      {approval !== null && (
        <Proposal
          of={approval}
          id={`give back ${messageId}`}
          rejects={rejectEscrowRefund}
          reject={(reason, idempotencyKey) => staffApi.call(rejectEscrowRefund, { messageId, reason }, { idempotencyKey })}
          done={changed}
          {...{ facts }}
        >
          <Money amount={approval.amount} currency={CURRENCY} />
        </Proposal>
      )}
      {reversible !== NOTHING && approval?.by !== me.id && may(refundEscrow) && (
        <span>
          <Button keys="a" onClick={() => setOpen(true)}>
            {t("page.staffMoney.giveBack")}
          </Button>
        </span>
      )}
      {isOpen && <Dialogue {...{ of, facts }} done={changed} close={() => setOpen(false)} />}
    </>
  );
}

const NOTHING = "0.00";

function First({ of }: { readonly of: NonNullable<Earned["approval"]> }): VNode {
  return (
    <FirstRequest of={of}>
      <Money amount={of.amount} currency={CURRENCY} />
    </FirstRequest>
  );
}

/** What both dialogs name. */
function useFacts({ fanId, creatorId, amount, approval }: Earned): DecisionProps["facts"] {
  const { t } = useReader();
  return [
    [t("page.staffMoney.holder"), <Person key="fan" userId={fanId} isPlain />],
    [t("page.staffMoney.person"), <Person key="creator" userId={creatorId} isPlain />],
    [t("page.earnings.price"), <Money key="price" amount={amount} currency={CURRENCY} />],
    ...(approval === null ? [] : [[t("page.staffMoney.firstRequest"), <First key="first" of={approval} />] as const]),
  ];
}

interface DialogueProps {
  readonly of: Earned;
  readonly facts: DecisionProps["facts"];
  done(): void;
  close(): void;
}

function Dialogue({ of, facts, done, close }: DialogueProps): VNode {
  const { t, locale } = useReader();
  const { messageId, reversible, approval } = of;
  const range = { minimum: "0.01", maximum: reversible };
  const [typed, setTyped] = useState(amountAsTyped(approval?.amount ?? reversible, locale));
  const read = readAmount(typed, locale, range);
  const send = async (reason: string, idempotencyKey: string) => {
    if (read.kind !== "amount") return;
    await staffApi.call(refundEscrow, { messageId, amount: read.value, reason }, { idempotencyKey });
  };
  return (
    <Decision
      id={["give back", messageId]}
      title={t("page.staffMoney.giveBack")}
      verb={t("page.staffMoney.giveBack")}
      kind="danger"
      facts={facts}
      fields={<AmountField label={t("page.staffMoney.amount")} name="amount" value={typed} range={range} onTyped={setTyped} />}
      reason={{ readBy: t("page.staffMoney.readByStaff"), maxLength: MAX_REASON }}
      send={send}
      meanwhile={() => Promise.resolve(null)}
      {...{ done, close }}
    >
      {t("page.staffMoney.giveBackWhat")}
    </Decision>
  );
}
