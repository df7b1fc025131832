import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { Choice, TextField } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { ReportCategory } from "#libs/contracts/messaging/index.ts";
import { blockUser } from "#libs/contracts/messaging/index.ts";
import { reportMessage } from "#libs/contracts/messaging/moderation-reports.ts";
import { api } from "../client/api.ts";
import { REPORT_CATEGORY_TEXTS } from "../client/report-categories.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { useWork } from "../ui/use-work.ts";

interface ThreadMenuProps {
  readonly userId: string;
  readonly name: string;
  /** The last message written by the other person; null: there is none to report. */
  readonly messageId: string | null;
  /** The last message of the conversation. */
  readonly lastId: string;
}

/** Actions about the other person: report the last message, block, contact support. */
export function ThreadMenu({ userId, name, messageId, lastId }: ThreadMenuProps): VNode {
  const { t } = useReader();
  const [asks, setAsks] = useState<"report" | "block" | null>(null);
  const [said, setSaid] = useState<TextKey | null>(null);
  const { failure, run } = useWork();
  const close = () => setAsks(null);
  const finish = async (work: () => Promise<unknown>, done: TextKey) => {
    if (await run(work)) setSaid(done);
    close();
  };
  const block = () => api.call(blockUser, { userId });
  const report = (messageId: string, fields: FormData) => {
    const body = { category: String(fields.get("category")) as ReportCategory, comment: String(fields.get("comment")) };
    return api.call(reportMessage, { messageId, ...body });
  };

  return (
    <div class="menu">
      <details data-menu>
        <summary>{t("page.thread.more")}</summary>
        <p class="actions">
          {messageId !== null && <Button onClick={() => setAsks("report")}>{t("page.thread.report")}</Button>}
          <Button kind="danger" onClick={() => setAsks("block")}>
            {t("page.thread.block")}
          </Button>
          <a href={`/support?message=${lastId}`}>{t("page.support.ask")}</a>
        </p>
      </details>
      {said && (
        <p class="notice good" role="status">
          {t(said)}
        </p>
      )}
      {failure !== null && <ErrorNote error={failure} />}
      {asks === "block" && <Block name={name} blocked={() => void finish(block, "page.thread.blocked")} onClose={close} />}
      {asks === "report" && messageId !== null && (
        <Report
          report={(fields) => report(messageId, fields)}
          reported={() => {
            setSaid("page.thread.reported");
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

function Block({ name, blocked, onClose }: { readonly name: string; blocked(): void; onClose(): void }): VNode {
  const { t } = useReader();
  return (
    <Dialog title={t("page.thread.block")} onClose={onClose}>
      <p>
        <Sentence of="page.thread.blockSure" parts={{ name: <Name>{name}</Name> }} />
      </p>
      <p class="actions">
        <Button kind="danger" onClick={blocked}>
          {t("page.thread.block")}
        </Button>
        <Button onClick={onClose}>{t("page.dialog.cancel")}</Button>
      </p>
    </Dialog>
  );
}

interface ReportProps {
  report(fields: FormData): Promise<unknown>;
  reported(): void;
  onClose(): void;
}

function Report({ report, reported, onClose }: ReportProps): VNode {
  const { t } = useReader();
  const form = useForm();
  const send = async (fields: FormData) => {
    if (await form.run(() => report(fields))) reported();
  };
  return (
    <Dialog title={t("page.thread.report")} onClose={onClose}>
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
