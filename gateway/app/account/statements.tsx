import type { VNode } from "preact";
import { Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import { getMyProfile } from "#libs/contracts/creator/profile.ts";
import { listInbox } from "#libs/contracts/messaging/index.ts";
import { api } from "../client/api.ts";
import { isCreator, whoAmI } from "../client/me.ts";
import { orNull } from "../client/or-null.ts";
import { CreatorSanction } from "../ui/creator-sanction.tsx";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { Decision, languageOfFacts, statementOf } from "./statement-parts.tsx";

const PAGE_SIZE = 50;
const MAX_PAGES = 4;
/** The API has no list of statements: it is asked once per message that may have one, and these requests count against a limit. */
const MAX_MESSAGES = 20;
const STOPPED: readonly string[] = ["PENDING", "REJECTED", "EXPIRED"];

/** The reader's newest messages that did not reach their creator, or that ended without a reply. */
async function stoppedMessages() {
  const found = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = { role: "sender", page, limit: PAGE_SIZE } as const;
    const { items, totalPages } = await api.call(listInbox, query);
    found.push(...items.filter(({ status }) => STOPPED.includes(status)));
    if (page >= totalPages || found.length >= MAX_MESSAGES) break;
  }
  return found.slice(0, MAX_MESSAGES);
}

/** The reader's status as a creator; null: the reader is not one. */
async function creatorStatus() {
  if (!isCreator(await whoAmI())) return null;
  // A user who is becoming a creator has no profile yet.
  const profile = await orNull(api.call(getMyProfile), 404);
  return profile?.creatorStatus ?? null;
}

async function decisions() {
  const [status, messages] = await Promise.all([creatorStatus(), stoppedMessages()]);
  const statements = await Promise.all(messages.map(({ id }) => statementOf(id)));
  return { status, statements: statements.filter((statement) => statement !== null) };
}

/** The platform's decisions about the reader and the reader's messages. */
export default function Statements(): VNode {
  const { t } = useReader();
  const loaded = useQuery("statements", decisions);
  return (
    <>
      <h1 tabIndex={-1}>{t("page.statement.title")}</h1>
      <Loaded query={loaded}>
        {({ status, statements }) => (
          <>
            {status !== null && <CreatorSanction status={status} />}
            {statements.length === 0 && <Empty>{t("page.statement.none")}</Empty>}
            <ul class="list">
              {statements.map((statement) => (
                <Row
                  key={statement.id}
                  href={`/statements/${statement.messageId}`}
                  end={
                    <span class="hint">
                      <Time at={statement.issuedAt} as="date" />
                    </span>
                  }
                >
                  <span>
                    <Decision statement={statement} />
                  </span>
                  <span class="preview" dir="auto" lang={languageOfFacts(statement)}>
                    {statement.facts}
                  </span>
                </Row>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </>
  );
}
