import { implement } from "#libs/contract-kit/implement.ts";
import { getStatementOfReasons } from "#libs/contracts/moderation.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

/** The latest statement about the caller's own message; for everybody else there is none. */
export const getStatementOfReasonsAction = (deps: Pick<Deps, "statements">) =>
  implement(getStatementOfReasons, async (ctx) => {
    const { messageId } = ctx.params;
    const statement = await deps.statements.latest(messageId);
    if (!statement || statement.senderId !== ctx.caller.userId) throw new AppError("moderation.error.statement_not_found");
    const { _id: id, decision, category, ground, facts, automated, redress, issuedAt } = statement;
    return { id, messageId, decision, category, ground, facts, automated, redress, issuedAt: issuedAt.toISOString() };
  });
