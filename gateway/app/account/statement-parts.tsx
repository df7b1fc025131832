import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import { getStatementOfReasons } from "#libs/contracts/messaging/moderation.ts";
import { DEFAULT_LOCALE, type Locale } from "#libs/contracts/shared.ts";
import { api } from "../client/api.ts";
import { orNull } from "../client/or-null.ts";

const ask = (messageId: string) => api.call(getStatementOfReasons, { messageId });

/** Why a message was held back or rejected, in words for its sender. */
export type Statement = Awaited<ReturnType<typeof ask>>;

/** The statement of reasons for a message; null when the reader has none. */
export const statementOf = (messageId: string): Promise<Statement | null> => orNull(ask(messageId), 404);

/** An automated check writes its findings in English. A moderator may write in any language. */
export function languageOfFacts({ automated }: Pick<Statement, "automated">): Locale | undefined {
  return automated ? DEFAULT_LOCALE : undefined;
}

/** The decision in one word. */
export function Decision({ statement: { decision, reversedAt } }: { readonly statement: Statement }): VNode {
  const { t } = useReader();
  if (reversedAt !== null) return <Badge kind="good">{t("page.statement.takenBack")}</Badge>;
  if (decision === "QUARANTINED") return <Badge kind="warn">{t("page.statement.heldBack")}</Badge>;
  return <Badge kind="danger">{t("page.statement.rejected")}</Badge>;
}
