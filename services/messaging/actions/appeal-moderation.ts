import { implement } from "#libs/contract-kit/implement.ts";
import { appealModeration } from "#libs/contracts/moderation-appeals.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { AppealDoc } from "../data/appeal.store.ts";
import type { Deps } from "../deps.ts";
import { appealChecks } from "../domain/appeal.ts";

type AppealDeps = Pick<Deps, "statements" | "appeals" | "clock" | "config">;

/** The latest statement about an own message can be appealed against, once. */
export const appealModerationAction = (deps: AppealDeps) =>
  implement(appealModeration, async (ctx) => {
    const { messageId, reason } = ctx.params;
    const { userId: senderId } = ctx.caller;
    const now = deps.clock.now();
    const statement = await deps.statements.latest(messageId);
    if (!statement || statement.senderId !== senderId) throw new AppError("moderation.error.statement_not_found");
    await refuseIfAny(appealChecks, { now, months: deps.config.read("moderation.appeal_months"), statement });
    const appeal: AppealDoc = {
      _id: uuid(),
      statementId: statement._id,
      messageId,
      senderId,
      reason,
      status: "OPEN",
      firstModerator: statement.decidedBy ?? null,
      createdAt: now,
      decidedBy: null,
      decidedAt: null,
      decisionReason: null,
    };
    try {
      await deps.appeals.insert(appeal);
    } catch (error) {
      throw isDuplicateKey(error, "statementId") ? new AppError("moderation.error.already_appealed") : error;
    }
    return { appealId: appeal._id, status: appeal.status };
  });
