import type { ModerationPattern } from "./moderation.ts";

/** Why a message was held back, in words for its sender. Never holds the text of the message. */
export interface StatementText {
  readonly decision: "QUARANTINED" | "REJECTED";
  readonly category: string;
  readonly ground: string;
  readonly facts: string;
  readonly automated: boolean;
  readonly redress: string;
}

const GROUND = "The message was found incompatible with the terms of service.";
const REDRESS = "You can appeal for at least six months after this statement, or take the matter to an out-of-court body or a court.";

/** The statement for a message that rules have flagged. */
export function statementOfFlags(flags: readonly ModerationPattern[]): StatementText {
  const names = flags.map(({ name }) => `"${name}"`).join(", ");
  return {
    decision: "QUARANTINED",
    category: flags[0]?.category ?? "OTHER",
    ground: GROUND,
    facts: `An automated check found that the text matches the moderation rule ${names}. A moderator will look at it.`,
    automated: true,
    redress: REDRESS,
  };
}

/** The statement for a message that a moderator has rejected. */
export function statementOfRejection(category: string, reason: string): StatementText {
  return { decision: "REJECTED", category, ground: GROUND, facts: reason, automated: false, redress: REDRESS };
}
