import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { Choice, TextField } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Name, Time, Written } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { ReportCategory } from "#libs/contracts/messaging/index.ts";
import { blockUser, listBlocks, unblockUser } from "#libs/contracts/messaging/index.ts";
import { reportMessage } from "#libs/contracts/messaging/moderation-reports.ts";
import { api } from "../client/api.ts";
import { REPORT_CATEGORY_TEXTS } from "../client/report-categories.ts";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { useQuery } from "../ui/use-query.tsx";

/** What the other person wrote: a message or a reply. */
export interface ReportedWords {
  /** Id of the message. */
  readonly messageId: string;
  readonly text: string;
  /** ISO 8601. */
  readonly sentAt: string;
}

interface ThreadMenuProps {
  readonly userId: string;
  readonly name: string;
  /** What can be reported; null: the other person has written nothing. */
  readonly words: ReportedWords | null;
  /** The last message of the conversation. */
  readonly lastId: string;
}

type Action = "report" | "block" | "unblock";

const SAID: Readonly<Record<Action, TextKey>> = {
  report: "page.thread.reported",
  block: "page.thread.blocked",
  unblock: "page.thread.unblocked",
};

/** The latest blocks of the reader that are looked at. */
const BLOCKS = 50;

const isBlocked = async (userId: string): Promise<boolean> =>
  (await api.call(listBlocks, { limit: BLOCKS })).items.some((blocked) => blocked.userId === userId);

/** Actions about the other person: report the last message, block or unblock, contact support. Says what the last one has done. */
export function ThreadMenu({ userId, name, words, lastId }: ThreadMenuProps): VNode {
  const { t } = useReader();
  const menu = useRef<HTMLDetailsElement>(null);
  const blocked = useQuery(`blocked ${userId}`, () => isBlocked(userId));
  const [asked, setAsked] = useState<Action | null>(null);
  const [said, setSaid] = useState<Action | null>(null);
  // A dialog gives the focus back to where it was, and a closed menu hides its buttons.
  const ask = (action: Action) => () => {
    if (menu.current) menu.current.open = false;
    menu.current?.querySelector("summary")?.focus();
    setSaid(null);
    setAsked(action);
  };
  const dialog = (action: Action) => ({
    onClose: () => setAsked(null),
    done() {
      setAsked(null);
      setSaid(action);
      blocked.reload();
    },
  });
  return (
    <>
      <details class="menu" data-menu ref={menu}>
        <summary>{t("page.thread.more")}</summary>
        <div class="panel">
          {words && (
            <Button kind="quiet" onClick={ask("report")}>
              {t("page.thread.report")}
            </Button>
          )}
          {blocked.data ? (
            <Button kind="quiet" onClick={ask("unblock")}>
              {t("page.privacy.unblock")}
            </Button>
          ) : (
            <Button kind="quiet" onClick={ask("block")}>
              {t("page.thread.block")}
            </Button>
          )}
          <a class="button quiet" href={`/support?message=${lastId}`}>
            {t("page.support.ask")}
          </a>
        </div>
      </details>
      {said && (
        <p class="notice good" role="status">
          {t(SAID[said])}
        </p>
      )}
      {asked === "block" && <Block {...{ userId, name }} {...dialog("block")} />}
      {asked === "unblock" && <Unblock {...{ userId, name }} {...dialog("unblock")} />}
      {asked === "report" && words && <Report words={words} {...dialog("report")} />}
    </>
  );
}

interface DialogProps {
  done(): void;
  onClose(): void;
}

interface PersonProps extends DialogProps {
  readonly userId: string;
  readonly name: string;
}

function Block({ userId, name, done, onClose }: PersonProps): VNode {
  const { t } = useReader();
  const form = useForm();
  const block = async () => {
    if (await form.run(() => api.call(blockUser, { userId }))) done();
  };
  return (
    <Dialog title={t("page.thread.block")} onClose={onClose}>
      <p>
        <Sentence of="page.thread.blockSure" parts={{ name: <Name>{name}</Name> }} />
      </p>
      <Form form={form} onSend={block}>
        <Refused />
        <p class="actions">
          <Button type="submit" kind="danger" busy={form.busy}>
            {t("page.thread.block")}
          </Button>
          <Button onClick={onClose}>{t("page.dialog.cancel")}</Button>
        </p>
      </Form>
    </Dialog>
  );
}

function Unblock({ userId, name, done, onClose }: PersonProps): VNode {
  const { t } = useReader();
  const form = useForm();
  const unblock = async () => {
    if (await form.run(() => api.call(unblockUser, { userId }))) done();
  };
  return (
    <Dialog title={t("page.privacy.unblock")} onClose={onClose}>
      <p>
        <Name>{name}</Name>
      </p>
      <Form form={form} onSend={unblock}>
        <Refused />
        <p class="actions">
          <Button type="submit" kind="primary" busy={form.busy}>
            {t("page.privacy.unblock")}
          </Button>
          <Button onClick={onClose}>{t("page.dialog.cancel")}</Button>
        </p>
      </Form>
    </Dialog>
  );
}

function Report({ words: { messageId, text, sentAt }, done, onClose }: DialogProps & { readonly words: ReportedWords }): VNode {
  const { t } = useReader();
  const form = useForm();
  const send = async (fields: FormData) => {
    const body = { category: String(fields.get("category")) as ReportCategory, comment: String(fields.get("comment")) };
    if (await form.run(() => api.call(reportMessage, { messageId, ...body }))) done();
  };
  return (
    <Dialog title={t("page.thread.report")} onClose={onClose}>
      <p class="hint">
        {t("page.report.about")} · <Time at={sentAt} />
      </p>
      <blockquote class="reported">
        <Written text={text} />
      </blockquote>
      <Form form={form} onSend={send}>
        <Choice
          label={t("page.report.category")}
          name="category"
          options={Object.entries(REPORT_CATEGORY_TEXTS).map(([value, text]) => ({ value, text: t(text) }))}
        />
        <TextField label={t("page.report.comment")} name="comment" maxLength={1_000} rows={3} />
        <Refused />
        <p class="actions">
          <Button type="submit" kind="primary" busy={form.busy}>
            {t("page.thread.report")}
          </Button>
          <Button onClick={onClose}>{t("page.dialog.cancel")}</Button>
        </p>
      </Form>
    </Dialog>
  );
}
