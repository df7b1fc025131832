import { type Ctx, implement } from "#libs/contract-kit/implement.ts";
import { messageRejected } from "#libs/contracts/messaging.ts";
import { decideModeration } from "#libs/contracts/moderation.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { MessageDoc } from "../data/message.store.ts";
import type { Deps } from "../deps.ts";
import { messageMoves } from "../domain/message.ts";
import { statementOfRejection } from "../domain/statement.ts";
import { endMessage } from "../end-message.ts";
import { cardsOf, nameOf } from "../names.ts";
import { noticeOf } from "../notice.ts";
import { endOfWindow } from "../reply-window.ts";
import { announce } from "../send/commit-message.ts";

interface Decision {
  readonly decision: "APPROVE" | "REJECT";
  readonly requestId: string;
  readonly moderatorId: string;
  readonly reason: string;
  readonly at: Date;
}

/** A moderator delivers a quarantined message, whose window then begins anew, or rejects it (spec 3.4, 6.2). */
export const decideModerationAction = (deps: Deps) =>
  implement(decideModeration, async (ctx) => {
    const { messageId, decision, reason } = ctx.params;
    const message = await deps.messages.find(messageId);
    if (!message) throw new AppError("message.error.not_found");
    const made: Decision = { decision, reason, moderatorId: ctx.caller.userId, at: deps.clock.now(), requestId: ctx.requestId };
    const status = decision === "APPROVE" ? await approve(ctx, deps, message, made) : await refuse(deps, message, made);
    return { messageId, status };
  });

async function auditDecision({ audit }: Deps, tx: Tx, target: string, { decision, reason, moderatorId, requestId }: Decision) {
  await audit.add(tx, { actor: moderatorId, action: "moderation.decide", target, details: { decision, reason }, requestId });
}

async function approve(ctx: Pick<Ctx<unknown>, "call">, deps: Deps, message: MessageDoc, made: Decision) {
  const { senderId, receiverId, priceSnapshot, timeoutHours } = message;
  const status = priceSnapshot === null ? "DELIVERED" : "ESCROWED";
  const senderName = nameOf((await cardsOf(ctx, deps, [senderId]))(senderId));
  const expiresAt = endOfWindow(deps.config, made.at, timeoutHours);
  await deps.transaction((tx) =>
    deliver(deps, tx, message, {
      ...made,
      status,
      senderName,
      set: { expiresAt, openUntil: expiresAt, visibleTo: [senderId, receiverId] },
    }),
  );
  return status;
}

interface Delivery extends Decision {
  readonly status: "DELIVERED" | "ESCROWED";
  readonly senderName: string | null;
  readonly set: Pick<MessageDoc, "expiresAt" | "openUntil" | "visibleTo">;
}

async function deliver(deps: Deps, tx: Tx, { _id: id }: MessageDoc, delivery: Delivery): Promise<void> {
  const { moderatorId, reason, at, status, senderName, set } = delivery;
  const move = status === "ESCROWED" ? messageMoves.approvePaid : messageMoves.approveFree;
  const moved = await deps.messages.move(tx, id, move, { set, openAt: at });
  if (!moved) throw new AppError("moderation.error.invalid_status");
  const { message, from } = moved;
  await deps.sessions.reveal(tx, { messageId: id, from: message.senderId, to: message.receiverId, at });
  await deps.statusLog.add(tx, id, { from, to: status, actor: "MODERATOR", actorId: moderatorId, reason, at });
  await announce(deps, tx, message, senderName);
  await auditDecision(deps, tx, id, delivery);
}

async function refuse(deps: Deps, { _id: id, senderId }: MessageDoc, made: Decision) {
  const { moderatorId, reason, at } = made;
  const { category = "OTHER", ruleIds = [] } = (await deps.statements.latest(id)) ?? {};
  await deps.transaction(async (tx) => {
    const ended = await endMessage(deps, tx, id, { move: messageMoves.refuse, actor: "MODERATOR", actorId: moderatorId, reason, at });
    if (!ended) throw new AppError("moderation.error.invalid_status");
    const text = statementOfRejection(category, reason);
    await deps.statements.insert(tx, { ...text, _id: uuid(), messageId: id, senderId, ruleIds, issuedAt: at });
    const notice = noticeOf(ended.message);
    await deps.outbox.add(tx, messageRejected, { ...notice, refunded: ended.refunded, rejectedBy: "MODERATOR", reason });
    await auditDecision(deps, tx, id, made);
  });
  return "REJECTED" as const;
}
