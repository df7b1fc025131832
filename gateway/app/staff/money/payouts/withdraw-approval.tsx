import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { withdrawPayoutApproval } from "#libs/contracts/wallet/payouts.ts";
import { Decision, type DecisionProps } from "../../parts/decision.tsx";
import { useStaff } from "../../parts/staff.ts";
import { staffApi } from "../../staff-session.ts";
import { MAX_REASON } from "../max-reason.ts";

interface WithdrawApprovalProps extends Pick<DecisionProps, "facts" | "done" | "meanwhile"> {
  readonly payoutId: string;
}

/** Lets the first of two people take the approval back. A colleague who disagrees refuses the payout. */
export function WithdrawApproval({ payoutId, ...common }: WithdrawApprovalProps): VNode | null {
  const { t } = useReader();
  const { may } = useStaff();
  const [isOpen, setOpen] = useState(false);
  if (!may(withdrawPayoutApproval)) return null;
  return (
    <>
      <p class="actions">
        <Button onClick={() => setOpen(true)}>{t("page.staffMoney.withdrawApproval")}</Button>
      </p>
      {isOpen && (
        <Decision
          {...common}
          id={["withdraw approval", payoutId]}
          title={t("page.staffMoney.withdrawApproval")}
          verb={t("page.staffMoney.withdraw")}
          kind="danger"
          reason={{ readBy: t("page.staffMoney.readByStaff"), maxLength: MAX_REASON }}
          send={(reason, idempotencyKey) => staffApi.call(withdrawPayoutApproval, { payoutId, reason }, { idempotencyKey })}
          close={() => setOpen(false)}
        >
          {t("page.staffMoney.withdrawApprovalWhat")}
        </Decision>
      )}
    </>
  );
}
