import { implement } from "#libs/contract-kit/implement.ts";
import { appealModeration } from "#libs/contracts/messaging/moderation-appeals.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { AppealDoc } from "../data/appeal.model.ts";
import type { ModerationDeps } from "../deps.ts";
import { appealChecks } from "../domain/appeal.ts";

type AppealDeps = Pick<ModerationDeps, "statements" | "appeals" | "clock" | "config">;

/** POST /messages/{messageId}/appeal: the sender appeals against the latest statement about a message, once. */
export const appealModerationAction = ({ statements, appeals, clock, config }: AppealDeps) =>
  implement(appealModeration, async (ctx) => {
    const { messageId, reason } = ctx.params;
    const { userId: senderId } = ctx.caller;
    const now = clock.now();
    const statement = await statements.findLatest(messageId);
    if (!statement || statement.senderId !== senderId) throw new AppError("moderation.error.statement_not_found");
    await refuseIfAny(appealChecks, { now, months: config.read("moderation.appeal_months"), statement });
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
      await appeals.insert(appeal);
    } catch (error) {
      throw isDuplicateKey(error, "statementId") ? new AppError("moderation.error.already_appealed") : error;
    }
    return { appealId: appeal._id, status: appeal.status };
  });
