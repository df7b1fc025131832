import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button, Empty } from "#gateway/ui/parts/controls.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { TextField } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Time, Written } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { appealModeration } from "#libs/contracts/messaging/moderation-appeals.ts";
import { STATEMENT_GROUND, STATEMENT_REDRESS } from "#libs/contracts/messaging/statement-texts.ts";
import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import { api } from "../client/api.ts";
import { findMessage } from "../client/find-message.ts";
import { whoAmI } from "../client/me.ts";
import { categoryText } from "../client/report-categories.ts";
import type { AppPage } from "../ui/app-page.ts";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { Decision, languageOfFacts, type Statement, statementOf } from "./statement-parts.tsx";

const MAX_REASON = 2_000;

/** Whether the creator declined the reader's message. That is no decision of the platform, so it has no statement. */
async function isDeclined(messageId: string): Promise<boolean> {
  const [me, message] = await Promise.all([whoAmI(), findMessage(messageId)]);
  if (!message || message.senderId !== me?.id) return false;
  return message.statusLog.some(({ to, actor }) => to === "REJECTED" && actor === "CREATOR");
}

async function decisionAbout(messageId: string) {
  const statement = await statementOf(messageId);
  return { statement, declined: statement === null && (await isDeclined(messageId)) };
}

/** Why a message of the reader was held back or rejected, and the appeal against that decision. */
export default function StatementPage({ params: { messageId = "" } }: AppPage): VNode {
  const { t } = useReader();
  const query = useQuery(messageId, () => decisionAbout(messageId));
  return (
    <>
      <p class="actions no-print">
        <a href="/statements">{t("page.statement.title")}</a>
      </p>
      <h1 tabIndex={-1}>{t("page.statement.one")}</h1>
      <Loaded query={query}>
        {({ statement, declined }) =>
          statement ? (
            <>
              <Reasons statement={statement} />
              <Appeal statement={statement} appealed={query.reload} />
            </>
          ) : (
            <Empty>{declined ? t("page.statement.declined") : t("page.statement.nothing")}</Empty>
          )
        }
      </Loaded>
    </>
  );
}

const OWN_WORDS: Readonly<Record<string, TextKey>> = {
  [STATEMENT_GROUND]: "page.statement.terms",
  [STATEMENT_REDRESS]: "page.statement.ways",
};

/** Sentences that every statement contains, in the language of the reader. */
function OwnWords({ text }: { readonly text: string }): VNode {
  const { t } = useReader();
  const known = OWN_WORDS[text];
  return known ? <p>{t(known)}</p> : <Written text={text} lang={DEFAULT_LOCALE} />;
}

/** Who decided, the decision and its reasons. */
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
        [t("page.statement.ground"), <OwnWords key="ground" text={ground} />],
        [t("page.statement.facts"), <Written key="facts" text={facts} lang={languageOfFacts(statement)} />],
        [t("page.statement.redress"), <OwnWords key="redress" text={redress} />],
      ]}
    />
  );
}

interface AppealProps {
  readonly statement: Statement;
  appealed(): void;
}

/** The outcome of an appeal, or the form for one while the period is open. */
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
  const form = useForm();
  const appeal = async () => {
    const params = { messageId };
    if (await form.run(() => api.call(appealModeration, { ...params, reason }))) appealed();
  };
  return (
    <Form form={form} isGuarded class="card" onSend={appeal}>
      <TextField
        label={t("page.statement.reason")}
        name="reason"
        maxLength={MAX_REASON}
        value={reason}
        required
        hint={<Sentence of="page.statement.until" parts={{ time: <Time at={appealUntil} as="date" /> }} />}
        onInput={(event) => setReason(event.currentTarget.value)}
      />
      <Refused />
      <p class="actions">
        <Button type="submit" kind="primary" busy={form.busy}>
          {t("page.statement.appeal")}
        </Button>
      </p>
    </Form>
  );
}
