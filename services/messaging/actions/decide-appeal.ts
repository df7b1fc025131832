import { implement } from "#libs/contract-kit/implement.ts";
import { decideAppeal } from "#libs/contracts/moderation-appeals.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { AppealDoc } from "../data/appeal.store.ts";
import type { MessageDoc } from "../data/message.store.ts";
import type { Deps } from "../deps.ts";
import { APPEAL_MOVES, decisionChecks } from "../domain/appeal.ts";
import { outwardStatus } from "../domain/message.ts";
import { deliverHeld, refuseHeld, type Word } from "../held-message.ts";
import { cardsOf, nameOf } from "../names.ts";
import { tellAppeal } from "../tell-appeal.ts";

interface Decision extends Word {
  readonly decision: "UPHELD" | "REVERSED";
  readonly senderName: string | null;
}

/**
 * A message still in quarantine is delivered or rejected with the decision. One that has ended stays as it is, for its money is
 * back: the decision is recorded, and its sender told.
 */
export const decideAppealAction = (deps: Deps) =>
  implement(decideAppeal, async (ctx) => {
    const { appealId, decision, reason } = ctx.params;
    const moderatorId = ctx.caller.userId;
    const appeal = await deps.appeals.find(appealId);
    if (!appeal) throw new AppError("moderation.error.appeal_not_found");
    const { receiverId = null } = (await deps.messages.find(appeal.messageId)) ?? {};
    await refuseIfAny(decisionChecks, { appeal, moderatorId, receiverId });
    const senderName = nameOf((await cardsOf(ctx, deps, [appeal.senderId]))(appeal.senderId));
    const made: Decision = { decision, reason, moderatorId, at: deps.clock.now(), senderName };
    const { status, messageStatus } = await deps.transaction(async (tx) => {
      const decided = await decide(deps, tx, appealId, made);
      const message = await deps.messages.find(decided.messageId, tx);
      if (!message) throw new Error(`appeal ${appealId} is about a message that is not there`);
      const ended = await settle(deps, tx, decided, message, made);
      await tellAppeal(deps, tx, decided, message, ended);
      const line = { actor: moderatorId, action: "moderation.decide_appeal", target: appealId, details: { decision, reason } };
      await deps.audit.add(tx, { ...line, requestId: ctx.requestId });
      return { status: decided.status, messageStatus: outwardStatus(ended) };
    });
    return { appealId, status, messageId: appeal.messageId, messageStatus };
  });

async function decide({ appeals }: Deps, tx: Tx, appealId: string, { decision, moderatorId, at, reason }: Decision): Promise<AppealDoc> {
  const fields = { decidedBy: moderatorId, decidedAt: at, decisionReason: reason };
  const decided = await appeals.decide(tx, appealId, APPEAL_MOVES[decision], fields);
  if (!decided) throw new AppError("moderation.error.appeal_decided");
  return decided;
}

/** What becomes of the message; its status afterwards. */
async function settle(deps: Deps, tx: Tx, { statementId }: AppealDoc, message: MessageDoc, made: Decision): Promise<MessageDoc["status"]> {
  if (made.decision === "UPHELD") return (await refuseHeld(deps, tx, message, made)) ? "REJECTED" : message.status;
  const delivered = await deliverHeld(deps, tx, message, made);
  await deps.statements.reverse(tx, statementId, made.at);
  return delivered ?? message.status;
}
