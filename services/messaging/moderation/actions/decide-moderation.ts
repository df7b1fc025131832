import { type Ctx, implement } from "#libs/contract-kit/implement.ts";
import { decideModeration } from "#libs/contracts/messaging/moderation.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { MessageDoc } from "../../data/message.model.ts";
import { requireMessage } from "../../messages/require-message.ts";
import { getPartyNames } from "../../messages/user-cards.ts";
import { statementOfRejection } from "../../rules/domain/statement.ts";
import type { ModerationDeps } from "../deps.ts";
import { APPEAL_MOVES } from "../domain/appeal.ts";
import { deliverHeldMessage, type ModeratorDecision, rejectHeldMessage } from "../held-message.ts";
import { publishAppealDecided } from "../publish-appeal-decided.ts";

interface MessageDecision extends ModeratorDecision {
  readonly decision: "APPROVE" | "REJECT";
  readonly requestId: string;
}

/**
 * POST /admin/moderation/messages/{messageId}/decide (spec 3.4, 6.2): a moderator who is not a party of a quarantined message delivers
 * it, with a new reply window, or rejects it.
 */
export const decideModerationAction = (deps: ModerationDeps) =>
  implement(decideModeration, async (ctx) => {
    const { messageId, decision, reason } = ctx.params;
    const { userId: moderatorId } = ctx.caller;
    const message = await requireMessage(deps, messageId);
    if ([message.senderId, message.receiverId].includes(moderatorId)) throw new AppError("error.forbidden");
    const messageDecision: MessageDecision = { decision, reason, moderatorId, at: deps.clock.now(), requestId: ctx.requestId };
    const status =
      decision === "APPROVE" ? await approve(ctx, deps, message, messageDecision) : await reject(deps, message, messageDecision);
    return { messageId, status };
  });

async function approve(ctx: Pick<Ctx<unknown>, "call">, deps: ModerationDeps, message: MessageDoc, messageDecision: MessageDecision) {
  const names = await getPartyNames(ctx, deps, message);
  return deps.inTransaction(async (set) => {
    const status = await deliverHeldMessage(deps, set, message, { ...messageDecision, ...names });
    if (!status) throw new AppError("moderation.error.invalid_status");
    await decideOpenAppeal(deps, set.tx, message, { ...messageDecision, status });
    await auditDecision(deps, set.tx, message, messageDecision);
    return status;
  });
}

async function reject(deps: ModerationDeps, message: MessageDoc, messageDecision: MessageDecision) {
  const { _id: messageId, senderId } = message;
  const { moderatorId: decidedBy, reason, at: issuedAt } = messageDecision;
  const { category = "OTHER", ruleIds = [] } = (await deps.statements.findLatest(messageId)) ?? {};
  return deps.inTransaction(async (set) => {
    if (!(await rejectHeldMessage(deps, set, message, messageDecision))) throw new AppError("moderation.error.invalid_status");
    const text = statementOfRejection(category, reason);
    deps.statements.insert(set, { ...text, _id: uuid(), messageId, senderId, ruleIds, issuedAt, decidedBy });
    await decideOpenAppeal(deps, set.tx, message, { ...messageDecision, status: "REJECTED" });
    await auditDecision(deps, set.tx, message, messageDecision);
    return "REJECTED" as const;
  });
}

/** The decision on a message also decides an open appeal against its quarantine. The sender can appeal against a rejection again. */
async function decideOpenAppeal(
  { appeals, outbox }: ModerationDeps,
  tx: Tx,
  message: MessageDoc,
  { decision, moderatorId, reason, at, status }: MessageDecision & { readonly status: MessageDoc["status"] },
): Promise<void> {
  const move = APPEAL_MOVES[decision === "APPROVE" ? "REVERSED" : "UPHELD"];
  const fields = { decidedBy: moderatorId, decidedAt: at, decisionReason: reason };
  const appeal = await appeals.decideByMessage(tx, message._id, move, fields);
  if (appeal) await publishAppealDecided({ outbox }, tx, appeal, message, status);
}

async function auditDecision(
  { audit }: ModerationDeps,
  tx: Tx,
  { _id: target }: MessageDoc,
  { decision, reason, moderatorId, requestId }: MessageDecision,
): Promise<void> {
  await audit.add(tx, { actor: moderatorId, action: "moderation.decide", target, details: { decision, reason }, requestId });
}
