import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Badge, Name } from "#gateway/ui/parts/values.tsx";
import type { Texts } from "#gateway/ui/texts.ts";
import { decideModeration } from "#libs/contracts/messaging/moderation.ts";
import { formatMoney, parseMoney } from "#libs/kernel/money.ts";
import { ManyLines } from "../parts/many-lines.tsx";
import type { ManyDecision, Together } from "../parts/selection.ts";
import { staffApi } from "../staff-session.ts";
import { Category, Parties, Price, Turns } from "./case-values.tsx";
import type { HeldMessage } from "./held.ts";
import { MAX_REASON } from "./lists.ts";

interface ItemsProps {
  readonly items: readonly HeldMessage[];
}

/** The sum of the prices; null: all are free. */
function sumOf(items: readonly HeldMessage[]): string | null {
  const sum = items.reduce((before, { price }) => before + (price === null ? 0n : parseMoney(price)), 0n);
  return sum === 0n ? null : formatMoney(sum);
}

const rulesOf = ({ rules }: HeldMessage): string => rules.map(({ name }) => name).join(", ");

function factsOf(t: Texts, items: readonly HeldMessage[], next: VNode) {
  const [first] = items;
  return [
    [t("page.staffSafety.rule"), <Name key="rule">{first === undefined ? "" : rulesOf(first)}</Name>],
    [t("page.statement.category"), first === undefined ? null : <Category key="category" of={first.category} />],
    [t("page.console.heldBack"), <Messages key="messages" items={items} />],
    [t("page.staffSafety.sum"), <Price key="sum" of={sumOf(items)} />],
    [t("page.console.state"), <Turns key="state" from={<Badge kind="warn">{t("page.statement.heldBack")}</Badge>} to={next} />],
  ] as const;
}

/** Who wrote to whom, for which price. */
function Messages({ items }: ItemsProps): VNode {
  return (
    <ManyLines>
      {items.map((item) => (
        <li key={item.messageId}>
          <Parties {...item} /> {" · "} <Price of={item.price} />
        </li>
      ))}
    </ManyLines>
  );
}

function Delivered(): VNode {
  return <Badge kind="good">{useReader().t("page.state.delivered")}</Badge>;
}

function Rejected(): VNode {
  return <Badge kind="danger">{useReader().t("page.statement.rejected")}</Badge>;
}

function ApprovalFollows(): VNode {
  return <>{useReader().t("page.staffSafety.approveManyWhat")}</>;
}

function RefusalFollows({ items }: ItemsProps): VNode {
  const { t } = useReader();
  const sum = sumOf(items);
  if (sum === null) return <>{t("page.staffSafety.refuseManyFree")}</>;
  return <Sentence of="page.staffSafety.refuseManyWhat" parts={{ amount: <Price of={sum} /> }} />;
}

const common = { reason: { readBy: "page.staffSafety.eachReads", maxLength: MAX_REASON } } as const;

const approval: ManyDecision<HeldMessage> = {
  ...common,
  act: "message APPROVE",
  kind: "primary",
  verb: "page.staffSafety.approve",
  keys: "a",
  title: "page.staffSafety.approveMany",
  facts: (t, items) => factsOf(t, items, <Delivered />),
  Follows: ApprovalFollows,
  send: ({ messageId }, reason, idempotencyKey) =>
    staffApi.call(decideModeration, { messageId, decision: "APPROVE", reason }, { idempotencyKey }),
  Decided: Delivered,
};

const refusal: ManyDecision<HeldMessage> = {
  ...common,
  act: "message REJECT",
  kind: "danger",
  verb: "page.staffSafety.refuse",
  keys: "x",
  title: "page.staffSafety.refuseMany",
  facts: (t, items) => factsOf(t, items, <Rejected />),
  Follows: RefusalFollows,
  send: ({ messageId }, reason, idempotencyKey) =>
    staffApi.call(decideModeration, { messageId, decision: "REJECT", reason }, { idempotencyKey }),
  Decided: Rejected,
};

/** Messages that the same rules hold back in the same category are decided by one dialog. */
export const TOGETHER: Together<HeldMessage> = {
  action: decideModeration,
  mayDecide: ({ senderId, receiverId }, { id }) => id !== senderId && id !== receiverId,
  group: {
    of: ({ rules, category }) => JSON.stringify([rules.map(({ id }) => id).sort(), category]),
    other: "page.staffSafety.otherRule",
  },
  decisions: [approval, refusal],
};
