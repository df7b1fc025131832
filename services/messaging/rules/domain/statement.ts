import { STATEMENT_GROUND, STATEMENT_REDRESS } from "#libs/contracts/messaging/statement-texts.ts";
import { boolean, type DocumentOf, of, text } from "#libs/kernel/fields.ts";
import type { ModerationRule } from "./moderation-rule.ts";

export const statementTextFields = {
  decision: of<"QUARANTINED" | "REJECTED">(),
  category: text,
  ground: text,
  facts: text,
  automated: boolean,
  redress: text,
};

/** Why a message was quarantined or rejected, in words for its sender. Never contains the text of the message. */
export interface StatementText extends DocumentOf<typeof statementTextFields> {}

/** What rules hold a message back for. */
export const categoryOfQuarantine = ([first]: readonly ModerationRule[]): string => first?.category ?? "OTHER";

/** The statement about a message that rules have put into quarantine. */
export function statementOfQuarantine(rules: readonly ModerationRule[]): StatementText {
  const names = rules.map(({ name }) => `"${name}"`).join(", ");
  return {
    decision: "QUARANTINED",
    category: categoryOfQuarantine(rules),
    ground: STATEMENT_GROUND,
    facts: `An automated check found that the text matches the moderation rule ${names}. A moderator will look at it.`,
    automated: true,
    redress: STATEMENT_REDRESS,
  };
}

/** The statement about a message that a moderator has rejected. */
export function statementOfRejection(category: string, reason: string): StatementText {
  return { decision: "REJECTED", category, ground: STATEMENT_GROUND, facts: reason, automated: false, redress: STATEMENT_REDRESS };
}
