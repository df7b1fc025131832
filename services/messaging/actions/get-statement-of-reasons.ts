import { implement } from "#libs/contract-kit/implement.ts";
import { getStatementOfReasons } from "#libs/contracts/moderation.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { endOfAppealWindow } from "../domain/appeal.ts";

/** The latest statement about the caller's own message; for everybody else there is none. */
export const getStatementOfReasonsAction = (deps: Pick<Deps, "statements" | "appeals" | "config">) =>
  implement(getStatementOfReasons, async (ctx) => {
    const { messageId } = ctx.params;
    const statement = await deps.statements.latest(messageId);
    if (!statement || statement.senderId !== ctx.caller.userId) throw new AppError("moderation.error.statement_not_found");
    const { _id: id, decision, category, ground, facts, automated, redress, issuedAt, reversedAt } = statement;
    const appeal = await deps.appeals.ofStatement(id);
    const appealUntil = endOfAppealWindow(issuedAt, deps.config.read("moderation.appeal_months"));
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
