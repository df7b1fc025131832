import { implement } from "#libs/contract-kit/implement.ts";
import { getStatementOfReasons } from "#libs/contracts/messaging/moderation.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { ModerationDeps } from "../deps.ts";
import { endOfAppealWindow } from "../domain/appeal.ts";

/** GET /messages/{messageId}/statement: the latest statement about a message, for its sender only. */
export const getStatementOfReasonsAction = ({ statements, appeals, config }: Pick<ModerationDeps, "statements" | "appeals" | "config">) =>
  implement(getStatementOfReasons, async (ctx) => {
    const { messageId } = ctx.params;
    const statement = await statements.findLatest(messageId);
    if (!statement || statement.senderId !== ctx.caller.userId) throw new AppError("moderation.error.statement_not_found");
    const { _id: id, decision, category, ground, facts, automated, redress, issuedAt, reversedAt } = statement;
    const appeal = await appeals.findByStatement(id);
    const appealUntil = endOfAppealWindow(issuedAt, config.read("moderation.appeal_months"));
    return {
      id,
      messageId,
      decision,
      category,
      ground,
      facts,
      automated,
      redress,
      issuedAt: issuedAt.toISOString(),
      appealUntil: appealUntil.toISOString(),
      appealStatus: appeal?.status ?? null,
      reversedAt: reversedAt?.toISOString() ?? null,
    };
  });
