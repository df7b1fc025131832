import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { TextField } from "#gateway/ui/parts/fields.tsx";
import { isOpen, type StatedMessage } from "#gateway/ui/parts/message-state.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Name } from "#gateway/ui/parts/values.tsx";
import { randomKey } from "#libs/client/random-key.ts";
import { rejectMessage, replyToMessage } from "#libs/contracts/messaging/index.ts";
import { api } from "../client/api.ts";
import { type Draft, dropDraft, findDraft, keepDraft, MESSAGE_DRAFT } from "../client/drafts.ts";
import { isRefusal } from "../client/refusal.ts";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { UnsentText } from "../ui/unsent-text.tsx";

interface AnsweredMessage extends Pick<StatedMessage, "status"> {
  readonly id: string;
  readonly price: string | null;
  readonly creatorShare: string | null;
  readonly currency: string;
}

interface AnswerProps {
  readonly message: AnsweredMessage;
  /** Name of the sender. */
  readonly name: string;
  /** Id of the creator. */
  readonly userId: string;
  /** Called when the message was answered, or can no longer be. */
  changed(): void;
}

const MAX_TEXT = 2_000;
const newDraft = (): Draft => ({ text: "", price: "", hours: null, key: randomKey() });

/** Reply or decline form for an open message. Declining refunds the money. When the message ends elsewhere, the text stays to be copied. */
export function Answer({ message, name, userId, changed }: AnswerProps): VNode | null {
  const { t } = useReader();
  const { id, price, creatorShare, currency } = message;
  const page = `answer/${id}`;
  const [draft, setDraft] = useState(() => findDraft(page, userId, MESSAGE_DRAFT) ?? newDraft());
  const [asks, setAsks] = useState(false);
  const [isDone, setDone] = useState(false);
  const form = useForm();
  const finish = async (work: () => Promise<unknown>) => {
    const isFinished = await form.run(work);
    setAsks(false);
    setDone(isFinished);
    if (isFinished) dropDraft(page, userId);
    // After a refusal, the page shows how the message stands now.
    changed();
  };
  const decline = () => api.call(rejectMessage, { messageId: id });
  const reply = async () => {
    try {
      await api.call(replyToMessage, { messageId: id, content: draft.text }, { idempotencyKey: draft.key });
    } catch (error) {
      if (isRefusal(error)) setDraft({ ...draft, key: randomKey() });
      throw error;
    }
  };
  // A key belongs to one text: another tab may have sent another one.
  const type = (text: string) => {
    const typed = { ...newDraft(), text };
    setDraft(typed);
    keepDraft(page, userId, typed);
  };
  const declineText = price === null ? t("page.answer.decline") : t("page.answer.declineRefund");

  if (!isOpen(message)) return isDone || draft.text.trim() === "" ? null : <UnsentText reason={t("page.answer.ended")} text={draft.text} />;
  return (
    <Form form={form} class="card" onSend={() => finish(reply)}>
      <TextField
        label={t("page.answer.text")}
        name="content"
        required
        maxLength={MAX_TEXT}
        value={draft.text}
        onInput={(event) => type(event.currentTarget.value)}
      />
      {creatorShare !== null && (
        <p class="hint">
          <Sentence of="page.answer.earn" parts={{ amount: <Money amount={creatorShare} currency={currency} /> }} />
        </p>
      )}
      <Refused />
      <p class="actions">
        <Button type="submit" kind="primary" busy={form.busy}>
          {t("page.answer.send")}
        </Button>
        <Button kind="danger" onClick={() => setAsks(true)}>
          {declineText}
        </Button>
      </p>
      {asks && <Decline {...{ message, name }} busy={form.busy} declined={() => void finish(decline)} onClose={() => setAsks(false)} />}
    </Form>
  );
}

interface DeclineProps {
  readonly message: AnsweredMessage;
  readonly name: string;
  readonly busy: boolean;
  declined(): void;
  onClose(): void;
}

function Decline({ message: { price, currency }, name, busy, declined, onClose }: DeclineProps): VNode {
  const { t } = useReader();
  const action = price === null ? t("page.answer.decline") : t("page.answer.declineRefund");
  const who = { name: <Name>{name}</Name> };
  return (
    <Dialog title={action} onClose={onClose}>
      <p>
        {price === null ? (
          <Sentence of="page.answer.sure" parts={who} />
        ) : (
          <Sentence of="page.answer.sureRefund" parts={{ ...who, amount: <Money amount={price} currency={currency} /> }} />
        )}
      </p>
      <p class="actions">
        <Button kind="danger" busy={busy} onClick={declined}>
          {action}
        </Button>
        <Button onClick={onClose}>{t("page.answer.keep")}</Button>
      </p>
    </Dialog>
  );
}
