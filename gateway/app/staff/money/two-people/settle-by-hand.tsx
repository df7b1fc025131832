import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import type { TextKey, Texts } from "#gateway/ui/texts.ts";
import type { RoutedAction } from "#libs/contract-kit/contract.ts";
import { Decision, type DecisionProps } from "../../parts/decision.tsx";
import { useStaff } from "../../parts/staff.ts";
import { MAX_REASON } from "../max-reason.ts";
import { FirstRequest } from "./first-request.tsx";

interface Settlement<O extends string> {
  readonly by: string;
  readonly at: string;
  readonly reason: string;
  readonly outcome: O;
}

interface SettleByHandProps<O extends string> extends Pick<DecisionProps, "done" | "meanwhile"> {
  readonly item: { readonly settlement: Settlement<O> | null };
  /** The act, and what it is about, for the draft of a reason. */
  readonly id: DecisionProps["id"];
  readonly settles: RoutedAction;
  readonly sent: O;
  readonly notSent: O;
  /** What becomes of the money when it was not sent. */
  readonly notSentWhat: TextKey;
  /** Who reads why it was not sent; absent: only staff. */
  readonly readBy?: VNode;
  readonly parts: Readonly<Record<"amount" | "name", VNode>>;
  factsTo(next: O): DecisionProps["facts"];
  send(outcome: O, reason: string, idempotencyKey: string): Promise<unknown>;
}

/** Lets two people say what became of money at a provider that cannot be asked any more. */
export function SettleByHand<O extends string>(props: SettleByHandProps<O>): VNode {
  const {
    item,
    id: [act, object],
    settles,
    sent,
    notSent,
    notSentWhat,
    readBy,
    parts,
    factsTo,
    send,
    ...common
  } = props;
  const { t } = useReader();
  const { me, may } = useStaff();
  const [outcome, setOutcome] = useState<O | null>(null);
  const { settlement } = item;
  const isOwn = (said: O) => settlement?.outcome === said && settlement.by === me.id;
  const verbOf = (said: O) => t(said === sent ? "page.staffMoney.wasSent" : "page.staffMoney.wasNotSent");
  const byStaff = t("page.staffMoney.readByStaff");
  return (
    <>
      <p class="notice warn">
        <Sentence of="page.staffMoney.providerGone" parts={{ amount: parts.amount }} />
      </p>
      {may(settles) && (
        <p class="actions">
          {[sent, notSent]
            .filter((said) => !isOwn(said))
            .map((said) => (
              <Button key={said} kind={said === notSent ? "danger" : "plain"} onClick={() => setOutcome(said)}>
                {verbOf(said)}
              </Button>
            ))}
        </p>
      )}
      {outcome !== null && (
        <Decision
          {...common}
          id={[`${act} ${outcome}`, object]}
          title={t("page.staffMoney.settleByHand")}
          verb={verbOf(outcome)}
          kind="danger"
          facts={factsTo(outcome)}
          reason={{ readBy: outcome === sent ? byStaff : (readBy ?? byStaff), maxLength: MAX_REASON }}
          send={(reason, idempotencyKey) => send(outcome, reason, idempotencyKey)}
          close={() => setOutcome(null)}
        >
          {settlement?.outcome !== outcome && <>{t("page.staffMoney.settleFirstWhat")} </>}
          <Sentence of={outcome === sent ? "page.staffMoney.wasSentWhat" : notSentWhat} parts={parts} />
        </Decision>
      )}
    </>
  );
}

/** What the first of the two has said, among the facts of a page. */
export function settlementFacts<O extends string>(
  t: Texts,
  settlement: Settlement<O> | null,
  State: (props: { readonly status: O }) => VNode,
) {
  if (settlement === null) return [];
  const said = (
    <FirstRequest key="settlement" of={settlement}>
      <State status={settlement.outcome} />
    </FirstRequest>
  );
  return [[t("page.staffMoney.settleByHand"), said] as const];
}
