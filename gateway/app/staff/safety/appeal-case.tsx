import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Time, Written } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { decideAppeal } from "#libs/contracts/messaging/moderation-appeals.ts";
import { Decision } from "../parts/decision.tsx";
import { askForMissingNames } from "../parts/names.ts";
import { Person, PersonName } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { type Appeal, AppealState, findAppeal, obstacleFor } from "./appeal.tsx";
import { Price, Turns } from "./case-values.tsx";
import { MAX_REASON } from "./lists.ts";
import { MessageText } from "./message-text.tsx";

interface AppealCaseProps {
  readonly item: Appeal;
  decided(mark?: VNode): void;
}

/** One appeal: who decided first, why it is contested, the text on demand, and the second decision. */
export function AppealCase({ item, decided }: AppealCaseProps): VNode {
  const { t } = useReader();
  const { me } = useStaff();
  const { messageId, senderId, status } = item;
  const obstacle = obstacleFor(item, me.id);
  return (
    <>
      <h1 tabIndex={-1}>
        <Sentence of="page.staffSafety.appealOf" parts={{ name: <Person userId={senderId} isPlain /> }} />
      </h1>
      <About item={item} />
      {obstacle !== null && <p class="notice">{t(obstacle)}</p>}
      {status === "OPEN" && obstacle !== "page.staffSafety.ownCase" && <MessageText messageId={messageId} />}
      {obstacle === null && <Decisions item={item} decided={decided} />}
    </>
  );
}

function About({ item }: Pick<AppealCaseProps, "item">): VNode {
  const { t } = useReader();
  const {
    senderId,
    receiverId,
    firstModerator,
    firstReason = null,
    price,
    reason,
    status,
    createdAt,
    decidedBy,
    decidedAt,
    decisionReason,
  } = item;
  const first = firstModerator === null ? t("page.statement.automated") : <Person key="first" userId={firstModerator} />;
  return (
    <Facts
      of={[
        [t("page.staffSafety.sender"), <Person key="sender" userId={senderId} />],
        ...(receiverId === null ? [] : [[t("page.staffSafety.receiver"), <Person key="receiver" userId={receiverId} />] as const]),
        [t("page.earnings.price"), <Price key="price" of={price} />],
        [t("page.staffSafety.firstDecision"), first],
        ...(firstReason === null ? [] : [[t("page.staffSafety.firstReason"), <Written key="first" text={firstReason} />] as const]),
        [t("page.staffSafety.appealReason"), <Written key="appeal" text={reason} />],
        [t("page.console.state"), <AppealState key="state" status={status} />],
        [t("page.staffSafety.since"), <Time key="since" at={createdAt} />],
        ...(decidedBy === null ? [] : [[t("page.statement.by"), <Person key="by" userId={decidedBy} />] as const]),
        ...(decidedAt === null ? [] : [[t("page.statement.on"), <Time key="at" at={decidedAt} />] as const]),
        ...(decisionReason === null ? [] : [[t("page.console.reason"), <Written key="reason" text={decisionReason} />] as const]),
      ]}
    />
  );
}

type Outcome = "UPHELD" | "REVERSED";

/** The two decisions. An open dialog stays when the appeal is decided elsewhere. */
function Decisions({ item, decided }: AppealCaseProps): VNode | null {
  const { t } = useReader();
  const { may } = useStaff();
  const [open, setOpen] = useState<Outcome | null>(null);
  if (!may(decideAppeal)) return null;
  return (
    <>
      {item.status === "OPEN" && (
        <p class="actions">
          <Button kind="primary" keys="a" onClick={() => setOpen("REVERSED")}>
            {t("page.staffSafety.reverse")}
          </Button>
          <Button kind="danger" keys="x" onClick={() => setOpen("UPHELD")}>
            {t("page.staffSafety.uphold")}
          </Button>
        </p>
      )}
      {open && <DecideAppeal {...{ item, decided }} decision={open} close={() => setOpen(null)} />}
    </>
  );
}

const DECIDING = {
  UPHELD: { verb: "page.staffSafety.uphold", title: "page.staffSafety.upholdDecision", kind: "danger" },
  REVERSED: { verb: "page.staffSafety.reverse", title: "page.staffSafety.reverseDecision", kind: "primary" },
} as const;

interface DecideAppealProps extends AppealCaseProps {
  readonly decision: Outcome;
  close(): void;
}

function DecideAppeal({ item, decision, decided, close }: DecideAppealProps): VNode {
  const { t } = useReader();
  const { appealId, senderId, price } = item;
  const { verb, title, kind } = DECIDING[decision];
  const sender = <PersonName userId={senderId} />;
  const readBy = isHeld(item) ? <Sentence of="page.console.readBy" parts={{ name: sender }} /> : t("page.staffSafety.readByStaff");
  return (
    <Decision
      id={[`appeal ${decision} ${isHeld(item)}`, appealId]}
      title={t(title)}
      verb={t(verb)}
      kind={kind}
      facts={[
        [t("page.staffSafety.sender"), <Person key="sender" userId={senderId} isPlain />],
        [t("page.earnings.price"), <Price key="price" of={price} />],
        [t("page.console.state"), <Turns key="state" from={<AppealState status={item.status} />} to={<AppealState status={decision} />} />],
      ]}
      reason={{ readBy, maxLength: MAX_REASON }}
      send={(reason, idempotencyKey) => staffApi.call(decideAppeal, { appealId, decision, reason }, { idempotencyKey })}
      meanwhile={() => meanwhile(appealId)}
      done={(isOwn) => decided(isOwn ? <AppealState status={decision} /> : undefined)}
      close={close}
    >
      <Follows item={item} decision={decision} />
    </Decision>
  );
}

const isHeld = ({ messageStatus }: Appeal): boolean => messageStatus === "QUARANTINED";

/** What follows: a message that is held back ends or is delivered; one that has ended stays so, and so does its refund. */
function Follows({ item, decision }: Pick<DecideAppealProps, "item" | "decision">): VNode {
  const { senderId, receiverId, price } = item;
  const isUpheld = decision === "UPHELD";
  const told: TextKey = isUpheld ? "page.staffSafety.upholdEnded" : "page.staffSafety.reverseEnded";
  const sender = <PersonName userId={senderId} />;
  if (!isHeld(item)) return <Sentence of={told} parts={{ name: sender }} />;
  if (!isUpheld) return <Sentence of="page.staffSafety.approveWhat" parts={{ name: <PersonName userId={receiverId ?? ""} /> }} />;
  if (price === null) return <Sentence of="page.staffSafety.upholdFree" parts={{ name: sender }} />;
  return <Sentence of="page.staffSafety.upholdHeld" parts={{ amount: <Price of={price} />, name: sender }} />;
}

async function meanwhile(appealId: string) {
  const appeal = await findAppeal(appealId);
  if (appeal === null) return null;
  const { status, decidedBy, decidedAt } = appeal;
  await askForMissingNames(decidedBy === null ? [] : [decidedBy]);
  return { state: <AppealState status={status} />, by: decidedBy, at: decidedAt };
}
