import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money } from "#gateway/ui/parts/values.tsx";
import { rejectWriteOff, writeOffChargeback } from "#libs/contracts/wallet/chargebacks.ts";
import { Decision, type DecisionProps } from "../../parts/decision.tsx";
import { Person } from "../../parts/person.tsx";
import { useStaff } from "../../parts/staff.ts";
import { staffApi } from "../../staff-session.ts";
import { MAX_REASON } from "../max-reason.ts";
import { FirstRequest } from "../two-people/first-request.tsx";
import { Proposal } from "../two-people/proposal.tsx";
import type { Chargeback } from "./chargeback.tsx";

interface WriteOffProps {
  readonly of: Chargeback;
  changed(): void;
}

/** Lets the platform bear the debt of a lost chargeback: the first person asks, the second one books. An open dialog stays. */
export function WriteOff({ of, changed }: WriteOffProps): VNode | null {
  const { t } = useReader();
  const { me, may } = useStaff();
  const [isOpen, setOpen] = useState(false);
  const facts = useFacts(of);
  const { chargebackId, userId, owed, approval } = of;
  const isOwed = Number(owed) !== 0;
  if (userId === me.id) return isOwed ? <p class="notice">{t("page.staffMoney.ownWallet")}</p> : null;
  return (
    <>
      {approval !== null && (
        <div class="notice">
          <Proposal
            of={approval}
            id={`write off ${chargebackId}`}
            rejects={rejectWriteOff}
            reject={(reason, idempotencyKey) => staffApi.call(rejectWriteOff, { chargebackId, reason }, { idempotencyKey })}
            done={changed}
            {...{ facts }}
          />
        </div>
      )}
      {isOwed && approval?.by !== me.id && may(writeOffChargeback) && (
        <p class="actions">
          <Button kind="danger" keys="a" onClick={() => setOpen(true)}>
            {t("page.staffMoney.writeOff")}
          </Button>
        </p>
      )}
      {isOpen && (
        <Decision
          id={["write off", chargebackId]}
          title={t("page.staffMoney.writeOff")}
          verb={t("page.staffMoney.writeOff")}
          kind="danger"
          reason={{ readBy: t("page.staffMoney.readByStaff"), maxLength: MAX_REASON }}
          send={(reason, idempotencyKey) => staffApi.call(writeOffChargeback, { chargebackId, reason }, { idempotencyKey })}
          meanwhile={() => Promise.resolve(null)}
          done={changed}
          close={() => setOpen(false)}
          {...{ facts }}
        >
          {t("page.staffMoney.writeOffWhat")}
        </Decision>
      )}
    </>
  );
}

/** What all dialogs name. */
function useFacts({ userId, claimed, amount, owed, currency, approval }: Chargeback): DecisionProps["facts"] {
  const { t } = useReader();
  return [
    [t("page.staffMoney.holder"), <Person key="holder" userId={userId} isPlain />],
    [t("page.staffMoney.claimed"), <Money key="claimed" amount={claimed} currency={currency} />],
    [t("page.staffMoney.booked"), <Money key="booked" amount={amount} currency={currency} />],
    [t("page.staffMoney.writeOff"), <Money key="owed" amount={owed} currency={currency} />],
    ...(approval === null ? [] : [[t("page.staffMoney.firstRequest"), <FirstRequest key="first" of={approval} />] as const]),
  ];
}
