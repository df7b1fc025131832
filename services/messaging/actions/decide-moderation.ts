import { type Ctx, implement } from "#libs/contract-kit/implement.ts";
import { decideModeration } from "#libs/contracts/moderation.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { MessageDoc } from "../data/message.store.ts";
import type { Deps } from "../deps.ts";
import { APPEAL_MOVES } from "../domain/appeal.ts";
import { statementOfRejection } from "../domain/statement.ts";
import { deliverHeld, refuseHeld, type Word } from "../held-message.ts";
import { cardsOf, nameOf } from "../names.ts";
import { tellAppeal } from "../tell-appeal.ts";

interface Decision extends Word {
  readonly decision: "APPROVE" | "REJECT";
  readonly requestId: string;
}

/** A moderator who is no party of it delivers a quarantined message, whose window then begins anew, or rejects it (spec 3.4, 6.2). */
export const decideModerationAction = (deps: Deps) =>
  implement(decideModeration, async (ctx) => {
    const { messageId, decision, reason } = ctx.params;
    const message = await deps.messages.find(messageId);
    if (!message) throw new AppError("message.error.not_found");
    if ([message.senderId, message.receiverId].includes(ctx.caller.userId)) throw new AppError("error.forbidden");
    const made: Decision = { decision, reason, moderatorId: ctx.caller.userId, at: deps.clock.now(), requestId: ctx.requestId };
    const status = decision === "APPROVE" ? await approve(ctx, deps, message, made) : await refuse(deps, message, made);
    return { messageId, status };
  });

async function approve(ctx: Pick<Ctx<unknown>, "call">, deps: Deps, message: MessageDoc, made: Decision) {
  const { senderId } = message;
  const senderName = nameOf((await cardsOf(ctx, deps, [senderId]))(senderId));
  return deps.transaction(async (tx) => {
    const status = await deliverHeld(deps, tx, message, { ...made, senderName });
    if (!status) throw new AppError("moderation.error.invalid_status");
    await settleAppeal(deps, tx, message, { ...made, status });
    await auditDecision(deps, tx, message, made);
    return status;
  });
}

async function refuse(deps: Deps, message: MessageDoc, made: Decision) {
  const { _id: messageId, senderId } = message;
  const { moderatorId: decidedBy, reason, at: issuedAt } = made;
  const { category = "OTHER", ruleIds = [] } = (await deps.statements.latest(messageId)) ?? {};
  return deps.transaction(async (tx) => {
    if (!(await refuseHeld(deps, tx, message, made))) throw new AppError("moderation.error.invalid_status");
    const text = statementOfRejection(category, reason);
    await deps.statements.insert(tx, { ...text, _id: uuid(), messageId, senderId, ruleIds, issuedAt, decidedBy });
    await settleAppeal(deps, tx, message, { ...made, status: "REJECTED" });
    await auditDecision(deps, tx, message, made);
    return "REJECTED" as const;
  });
}

/** An open appeal against the automated decision is answered with it; a rejection can be appealed about in its own right. */
async function settleAppeal(
  deps: Deps,
  tx: Tx,
  message: MessageDoc,
  { decision, moderatorId: decidedBy, reason: decisionReason, at: decidedAt, status }: Decision & { readonly status: MessageDoc["status"] },
): Promise<void> {
  const move = APPEAL_MOVES[decision === "APPROVE" ? "REVERSED" : "UPHELD"];
  const appeal = await deps.appeals.decideOfMessage(tx, message._id, move, { decidedBy, decidedAt, decisionReason });
  if (appeal) await tellAppeal(deps, tx, appeal, message, status);
}

async function auditDecision({ audit }: Deps, tx: Tx, { _id: target }: MessageDoc, { decision, reason, moderatorId, requestId }: Decision) {
  await audit.add(tx, { actor: moderatorId, action: "moderation.decide", target, details: { decision, reason }, requestId });
}
