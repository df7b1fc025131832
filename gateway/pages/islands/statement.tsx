import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button, Empty, TextField } from "../parts/controls.tsx";
import { Facts } from "../parts/facts.tsx";
import { useReader } from "../parts/reader.tsx";
import { Sentence } from "../parts/sentence.tsx";
import { Time, Written } from "../parts/values.tsx";
import type { AppPage } from "./app-page.ts";
import { Loaded, useData } from "./data.tsx";
import { ErrorNote } from "./error-note.tsx";
import { findMessage } from "./find-message.ts";
import { categoryText } from "./report-categories.ts";
import { Decision, type Statement, statementOf } from "./statement-parts.tsx";
import { api } from "./surroundings.ts";
import { useWork } from "./use-work.ts";

const LONGEST_REASON = 2_000;

/** Whether the creator has declined the message, which is no decision of the platform. */
async function isDeclined(messageId: string): Promise<boolean> {
  const message = await findMessage(messageId);
  return message?.statusLog.some(({ to, actor }) => to === "REJECTED" && actor === "CREATOR") ?? false;
}

async function decisionAbout(messageId: string) {
  const statement = await statementOf(messageId);
  return { statement, declined: statement === null && (await isDeclined(messageId)) };
}

/** Why a message of the reader was held back or rejected, and the appeal against it. */
export default function StatementPage({ params: { messageId = "" } }: AppPage): VNode {
  const { t } = useReader();
  const asked = useData(messageId, () => decisionAbout(messageId));
  return (
    <>
      <p class="actions no-print">
        <a href="/statements">{t("page.statement.title")}</a>
      </p>
      <h1 tabIndex={-1}>{t("page.statement.one")}</h1>
      <Loaded asked={asked}>
        {({ statement, declined }) =>
          statement ? (
            <>
              <Reasons statement={statement} />
              <Appeal statement={statement} appealed={asked.reload} />
            </>
          ) : (
            <Empty>{declined ? t("page.statement.declined") : t("page.statement.nothing")}</Empty>
          )
        }
      </Loaded>
    </>
  );
}

/** The platform writes these texts itself, in the language in which its rules stand. */
function Reasons({ statement }: { readonly statement: Statement }): VNode {
  const { t } = useReader();
  const { category, ground, facts, automated, redress, issuedAt } = statement;
  const named = categoryText(category);
  return (
    <Facts
      of={[
        [t("page.statement.decision"), <Decision key="decision" statement={statement} />],
        [t("page.statement.on"), <Time key="on" at={issuedAt} as="date" />],
        [t("page.statement.by"), automated ? t("page.statement.automated") : t("page.statement.person")],
        [t("page.statement.category"), named ? t(named) : <bdi key="category">{category}</bdi>],
        [t("page.statement.ground"), <Written key="ground" text={ground} />],
        [t("page.statement.facts"), <Written key="facts" text={facts} />],
        [t("page.statement.redress"), <Written key="redress" text={redress} />],
      ]}
    />
  );
}

interface AppealProps {
  readonly statement: Statement;
  appealed(): void;
}

/** What has become of an appeal, or the form for one while there is still time. */
function Appeal({ statement: { messageId, appealStatus, appealUntil, reversedAt }, appealed }: AppealProps): VNode {
  const { t, now } = useReader();
  const said = () => {
    if (appealStatus === "UPHELD") return t("page.statement.upheld");
    if (reversedAt !== null) return <Sentence of="page.statement.reversed" parts={{ time: <Time at={reversedAt} as="date" /> }} />;
    if (appealStatus !== null) return t("page.statement.appealOpen");
    if (Date.parse(appealUntil) <= now())
      return <Sentence of="page.statement.closed" parts={{ time: <Time at={appealUntil} as="date" /> }} />;
    return null;
  };
  const outcome = said();
  return (
    <>
      <h2>{t("page.statement.appeal")}</h2>
      {outcome === null ? <AppealForm {...{ messageId, appealUntil, appealed }} /> : <p role="status">{outcome}</p>}
    </>
  );
}

interface AppealFormProps {
  readonly messageId: string;
  readonly appealUntil: string;
  appealed(): void;
}

function AppealForm({ messageId, appealUntil, appealed }: AppealFormProps): VNode {
  const { t } = useReader();
  const [reason, setReason] = useState("");
  const { busy, failure, run } = useWork();
  const appeal = async (event: Event) => {
    event.preventDefault();
    if (reason.trim() === "") return;
    const params = { path: { messageId } };
    if (await run(() => api.POST("/messages/{messageId}/appeal", { params, body: { reason } }))) appealed();
  };
  return (
    <form class="card" onSubmit={appeal}>
      <TextField
        label={t("page.statement.reason")}
        name="reason"
        maxLength={LONGEST_REASON}
        value={reason}
        hint={<Sentence of="page.statement.until" parts={{ time: <Time at={appealUntil} as="date" /> }} />}
        onInput={(event) => setReason(event.currentTarget.value)}
      />
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions">
        <Button type="submit" kind="primary" busy={busy} disabled={reason.trim() === ""}>
          {t("page.statement.appeal")}
        </Button>
      </p>
    </form>
  );
}
