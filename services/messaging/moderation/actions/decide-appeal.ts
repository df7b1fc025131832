import { implement } from "#libs/contract-kit/implement.ts";
import { decideAppeal } from "#libs/contracts/messaging/moderation-appeals.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { MessageDoc } from "../../data/message.model.ts";
import { outwardStatus } from "../../messages/domain/message.ts";
import type { PartyNames } from "../../messages/send/commit-message.ts";
import { getPartyNames } from "../../messages/user-cards.ts";
import type { AppealDoc } from "../data/appeal.model.ts";
import type { ModerationDeps } from "../deps.ts";
import { APPEAL_MOVES, decisionChecks } from "../domain/appeal.ts";
import { deliverHeldMessage, type ModeratorDecision, rejectHeldMessage } from "../held-message.ts";
import { publishAppealDecided } from "../publish-appeal-decided.ts";

interface AppealDecision extends ModeratorDecision, PartyNames {
  readonly decision: "UPHELD" | "REVERSED";
}

/**
 * POST /admin/moderation/appeals/{appealId}/decide: delivers or rejects a message that is still in quarantine. A message that has ended
 * stays as it is, because its money was refunded: the decision is recorded and published.
 */
export const decideAppealAction = (deps: ModerationDeps) =>
  implement(decideAppeal, async (ctx) => {
    const { appealId, decision, reason } = ctx.params;
    const moderatorId = ctx.caller.userId;
    const appeal = await deps.appeals.find(appealId);
    if (!appeal) throw new AppError("moderation.error.appeal_not_found");
    const appealed = await deps.messages.find(appeal.messageId);
    await refuseIfAny(decisionChecks, { appeal, moderatorId, receiverId: appealed?.receiverId ?? null });
    const names = await getPartyNames(ctx, deps, { senderId: appeal.senderId, receiverId: appealed?.receiverId ?? "" });
    const appealDecision: AppealDecision = { decision, reason, moderatorId, at: deps.clock.now(), ...names };
    const { status, messageStatus } = await deps.inTransaction(async (set) => {
      const { tx } = set;
      const decided = await decide(deps, tx, appealId, appealDecision);
      const message = await deps.messages.find(decided.messageId, tx);
      if (!message) throw new Error(`the message of appeal ${appealId} does not exist`);
      const statusAfter = await applyToMessage(deps, set, decided, message, appealDecision);
      await publishAppealDecided(deps, tx, decided, message, statusAfter);
      const line = { actor: moderatorId, action: "moderation.decide_appeal", target: appealId, details: { decision, reason } } as const;
      await deps.audit.add(tx, { ...line, requestId: ctx.requestId });
      return { status: decided.status, messageStatus: outwardStatus(statusAfter) };
    });
    return { appealId, status, messageId: appeal.messageId, messageStatus };
  });

async function decide(
  { appeals }: ModerationDeps,
  tx: Tx,
  appealId: string,
  { decision, moderatorId, at, reason }: AppealDecision,
): Promise<AppealDoc> {
  const fields = { decidedBy: moderatorId, decidedAt: at, decisionReason: reason };
  const decided = await appeals.decide(tx, appealId, APPEAL_MOVES[decision], fields);
  if (!decided) throw new AppError("moderation.error.appeal_decided");
  return decided;
}

/** Delivers or rejects the message of an appeal if it is still in quarantine. Returns its status afterwards. */
async function applyToMessage(
  deps: ModerationDeps,
  set: WorkingSet,
  { statementId }: AppealDoc,
  message: MessageDoc,
  appealDecision: AppealDecision,
): Promise<MessageDoc["status"]> {
  if (appealDecision.decision === "UPHELD") {
    return (await rejectHeldMessage(deps, set, message, appealDecision)) ? "REJECTED" : message.status;
  }
  const delivered = await deliverHeldMessage(deps, set, message, appealDecision);
  await deps.statements.reverse(set.tx, statementId, appealDecision.at);
  return delivered ?? message.status;
}
