import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import type { RoutedAction } from "#libs/contract-kit/contract.ts";
import { Decision, type DecisionProps } from "../../parts/decision.tsx";
import { PersonName } from "../../parts/person.tsx";
import { useStaff } from "../../parts/staff.ts";
import { MAX_REASON } from "../max-reason.ts";
import { Waits } from "./waits.tsx";

interface ProposalProps {
  /** The first of the two people, and when they asked. */
  readonly of: { readonly by: string; readonly at: string };
  /** What it is about, for the draft of a reason. */
  readonly id: string;
  readonly facts: DecisionProps["facts"];
  readonly rejects: RoutedAction;
  /** What was asked for. */
  readonly children?: ComponentChildren;
  reject(reason: string, idempotencyKey: string): Promise<unknown>;
  done(): void;
}

/** What one person has asked for and another must confirm. The first withdraws it, and a colleague refuses it. */
export function Proposal({ of: { by, at }, id, facts, rejects, children, reject, done }: ProposalProps): VNode {
  const { t } = useReader();
  const { me, may } = useStaff();
  const [isOpen, setOpen] = useState(false);
  const isOwn = by === me.id;
  const verb = t(isOwn ? "page.staffMoney.withdraw" : "page.staffMoney.refuse");
  return (
    <>
      <span class="hint">
        <Sentence of="page.staffMoney.firstAsked" parts={{ name: <PersonName userId={by} /> }} /> <Waits since={at} /> {children}
      </span>
      {may(rejects) && (
        <span>
          <Button keys="x" onClick={() => setOpen(true)}>
            {verb}
          </Button>
        </span>
      )}
      {isOpen && (
        <Decision
          id={[isOwn ? "withdraw" : "refuse", id]}
          title={t(isOwn ? "page.staffMoney.withdrawProposal" : "page.staffMoney.refuseProposal")}
          kind="danger"
          reason={{ readBy: t("page.staffMoney.readByStaff"), maxLength: MAX_REASON }}
          send={reject}
          meanwhile={() => Promise.resolve(null)}
          close={() => setOpen(false)}
          {...{ verb, facts, done }}
        >
          {t("page.staffMoney.refuseProposalWhat")}
        </Decision>
      )}
    </>
  );
}
