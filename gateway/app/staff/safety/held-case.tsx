import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Badge, Name, Time } from "#gateway/ui/parts/values.tsx";
import type { Texts } from "#gateway/ui/texts.ts";
import { decideModeration } from "#libs/contracts/messaging/moderation.ts";
import { Decision } from "../parts/decision.tsx";
import { Person, PersonName } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { Category, Parties, Price, Turns } from "./case-values.tsx";
import { findHeldMessage, type HeldMessage } from "./held.ts";
import { MAX_REASON } from "./lists.ts";
import { MessageText } from "./message-text.tsx";

interface HeldCaseProps {
  readonly item: HeldMessage;
  /** A colleague has decided, or its time has passed. */
  readonly isGone: boolean;
  decided(mark?: VNode): void;
}

/** One message that is held back: why, until when, its text on demand, and the two decisions. */
export function HeldCase({ item, isGone, decided }: HeldCaseProps): VNode {
  const { t } = useReader();
  const { me } = useStaff();
  const { messageId, senderId, receiverId, rules, category, price, flaggedAt, expiresAt } = item;
  const isOwn = [senderId, receiverId].includes(me.id);
  return (
    <>
      <h1 tabIndex={-1}>
        <Parties {...item} />
      </h1>
      <Facts
        of={[
          [t("page.staffSafety.sender"), <Person key="sender" userId={senderId} />],
          [t("page.staffSafety.receiver"), <Person key="receiver" userId={receiverId} />],
          [t("page.staffSafety.rule"), <Rules key="rules" of={rules} />],
          [
            t("page.statement.category"),
            <a key="category" href={`/admin/moderation?${new URLSearchParams({ category })}`}>
              <Category of={category} />
            </a>,
          ],
          [t("page.earnings.price"), <Price key="price" of={price} />],
          [t("page.staffSafety.heldSince"), <Time key="since" at={flaggedAt} />],
          [t("page.staffSafety.ends"), <Time key="ends" at={expiresAt} />],
        ]}
      />
      {isGone && <p class="notice">{t("page.staffSafety.noMessage")}</p>}
      {isOwn && !isGone && <p class="notice">{t("page.staffSafety.ownCase")}</p>}
      {!isOwn && !isGone && <MessageText messageId={messageId} ruleIds={rules.map(({ id }) => id)} />}
      {!isOwn && <Decisions {...{ item, isGone, decided }} />}
    </>
  );
}

function Rules({ of }: { readonly of: HeldMessage["rules"] }): VNode {
  const { hrefOf } = useStaff();
  return (
    <>
      {of.map(({ id, name }, index) => {
        const href = hrefOf("RULE", id);
        return (
          <span key={id}>
            {index > 0 && ", "}
            {href === null ? (
              <Name>{name}</Name>
            ) : (
              <a href={href}>
                <Name>{name}</Name>
              </a>
            )}
          </span>
        );
      })}
    </>
  );
}

/** An open dialog stays when the message is decided elsewhere. */
function Decisions({ item, isGone, decided }: HeldCaseProps): VNode | null {
  const { t } = useReader();
  const { may } = useStaff();
  const [open, setOpen] = useState<"APPROVE" | "REJECT" | null>(null);
  if (!may(decideModeration)) return null;
  return (
    <>
      {!isGone && (
        <p class="actions">
          <Button kind="primary" keys="a" onClick={() => setOpen("APPROVE")}>
            {t("page.staffSafety.approve")}
          </Button>
          <Button kind="danger" keys="x" onClick={() => setOpen("REJECT")}>
            {t("page.staffSafety.refuse")}
          </Button>
        </p>
      )}
      {open && <HeldDecision {...{ item, decided }} decision={open} close={() => setOpen(null)} />}
    </>
  );
}

interface HeldDecisionProps extends Omit<HeldCaseProps, "isGone"> {
  readonly decision: "APPROVE" | "REJECT";
  close(): void;
}

function HeldDecision({ item, decision, decided, close }: HeldDecisionProps): VNode {
  const { t } = useReader();
  const { messageId, senderId } = item;
  const isApproval = decision === "APPROVE";
  return (
    <Decision
      id={[`message ${decision}`, messageId]}
      title={t(isApproval ? "page.staffSafety.approveMessage" : "page.staffSafety.refuseMessage")}
      verb={t(isApproval ? "page.staffSafety.approve" : "page.staffSafety.refuse")}
      kind={isApproval ? "primary" : "danger"}
      facts={factsOf(t, item, decision)}
      reason={{
        readBy: <Sentence of="page.console.readBy" parts={{ name: <PersonName userId={senderId} /> }} />,
        maxLength: MAX_REASON,
      }}
      send={(reason, idempotencyKey) => staffApi.call(decideModeration, { messageId, decision, reason }, { idempotencyKey })}
      meanwhile={() => meanwhile(t, messageId)}
      done={(isOwn) => decided(isOwn ? <Next decision={decision} /> : undefined)}
      close={close}
    >
      <Follows item={item} decision={decision} />
    </Decision>
  );
}

/** The state of a message after a decision. */
function Next({ decision }: Pick<HeldDecisionProps, "decision">): VNode {
  const { t } = useReader();
  if (decision === "APPROVE") return <Badge kind="good">{t("page.state.delivered")}</Badge>;
  return <Badge kind="danger">{t("page.statement.rejected")}</Badge>;
}

function factsOf(t: Texts, { senderId, receiverId, price }: HeldMessage, decision: HeldDecisionProps["decision"]) {
  return [
    [t("page.staffSafety.sender"), <Person key="sender" userId={senderId} isPlain />],
    [t("page.staffSafety.receiver"), <Person key="receiver" userId={receiverId} isPlain />],
    [t("page.earnings.price"), <Price key="price" of={price} />],
    [
      t("page.console.state"),
      <Turns key="state" from={<Badge kind="warn">{t("page.statement.heldBack")}</Badge>} to={<Next decision={decision} />} />,
    ],
  ] as const;
}

/** What follows a decision. */
function Follows({ item: { senderId, receiverId, price }, decision }: Pick<HeldDecisionProps, "item" | "decision">): VNode {
  const [sender, receiver] = [<PersonName key="sender" userId={senderId} />, <PersonName key="receiver" userId={receiverId} />];
  if (decision === "APPROVE") return <Sentence of="page.staffSafety.approveWhat" parts={{ name: receiver }} />;
  if (price === null) return <Sentence of="page.staffSafety.refuseFree" parts={{ name: sender }} />;
  return <Sentence of="page.staffSafety.refuseWhat" parts={{ amount: <Price of={price} />, name: sender }} />;
}

/** The interface does not tell moderators what became of a message that is no longer held back. */
async function meanwhile(t: Texts, messageId: string) {
  const isHeld = (await findHeldMessage(messageId)) !== null;
  return isHeld ? null : { state: <Badge kind="neutral">{t("page.staffSafety.notHeld")}</Badge>, by: null, at: null };
}
