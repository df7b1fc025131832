import { implement } from "#libs/contract-kit/implement.ts";
import { sendMessage } from "#libs/contracts/messaging.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { hmacHex } from "#libs/kernel/secrets.ts";
import { undoable } from "#libs/kernel/undoable.ts";
import { bestEffort } from "#libs/log/best-effort.ts";
import type { Deps } from "../deps.ts";
import { flagsOf } from "../domain/moderation.ts";
import { paidChecks, sendChecks } from "../domain/send-checks.ts";
import { type Composition, commitMessage, composeMessage, type NewMessage } from "../send/commit-message.ts";
import { draftOf, freeLimitsOf, type MessageDraft, type SendContext } from "../send/draft.ts";
import { takeFreeSlot } from "../send/free-slot.ts";
import { sendOnce } from "../send/replay.ts";
import { claimText } from "../send/text-claim.ts";

/** Spec 4.10. */
export const sendMessageAction = (deps: Deps) =>
  implement(sendMessage, async (ctx) => {
    const { idempotencyKey } = ctx.params;
    const request = { senderId: ctx.caller.userId, idempotencyKey, requestHash: requestHashOf(deps, ctx) };
    return sendOnce(deps, request, () => send(deps, ctx, request));
  });

async function send(deps: Deps, ctx: SendContext, request: { requestHash: string; idempotencyKey: string | undefined }) {
  const { timeoutHours } = ctx.params;
  const draft = draftOf(ctx, deps, ctx.params, attemptOf(deps, ctx));
  await refuseIfAny(sendChecks, draft);
  const message = await undoable(async (undo) => {
    await claimText(deps, draft.claim);
    undo(() => giveBack(deps, "text", () => deps.guards.release(draft.claim.fingerprint, draft.messageId)));
    return deps.inTurn(draft.senderId, async () => {
      await takeTerms(deps, draft, undo);
      const flags = flagsOf(await deps.activeRules.current(), draft.content);
      const composition: Composition = { ...request, draft, facts: await draft.facts(), flags, timeoutHours };
      const composed = composeMessage(deps, composition);
      await commitMessage(deps, composed, composition);
      return composed;
    });
  });
  await bestEffort(deps.logger, "snapshot of the rules of a message", () => snapshotRules(deps, draft, message));
  deps.metrics.messagesSent.inc({ dm_type: message.dmType, status: message.sentAs });
  await deps.faults.hit("messaging.send.answer");
  return { messageId: message._id, status: message.sentAs };
}

/** The terms of a free message are a slot of the day, those of a paid one its price. */
async function takeTerms(deps: Deps, draft: MessageDraft, undo: (step: () => unknown) => void): Promise<void> {
  if (draft.price !== null) return refuseIfAny(paidChecks, draft);
  const { slots } = await takeFreeSlot(deps, draft);
  undo(() => giveBack(deps, "free slot", () => deps.quotas.giveBack(slots)));
  await deps.faults.hit("messaging.send.quota");
}

/** What cannot be given back now lapses by itself. */
function giveBack({ logger }: Deps, what: string, work: () => Promise<unknown>): Promise<void> {
  return bestEffort(logger, `give back the ${what} of a failed send`, work);
}

async function snapshotRules({ faults, snapshots, config, activeRules }: Deps, draft: MessageDraft, message: NewMessage): Promise<void> {
  await faults.hit("messaging.rules.snapshot");
  const { packagePrice, level, scope } = await draft.facts();
  const limits = freeLimitsOf(config, scope);
  await snapshots.insert({
    _id: message._id,
    messageId: message._id,
    dmType: message.dmType,
    packagePrice: packagePrice === null ? null : formatMoney(packagePrice),
    creatorLevel: level,
    commissionRate: message.commissionRate,
    timeoutHours: message.timeoutHours,
    freeDailyLimit: limits.perDay,
    freePerCreatorDaily: limits.perCreator,
    duplicateWindowSeconds: config.read("messaging.duplicate_window_seconds"),
    moderationRules: (await activeRules.current()).map(({ id }) => id),
    takenAt: message.sentAt,
  });
}

/** Tells one request from another that comes with the same key. */
function requestHashOf({ pseudonymKey }: Deps, { params }: SendContext): string {
  const { receiverId, content, dmType, price = null, timeoutHours = null } = params;
  return hmacHex(pseudonymKey, JSON.stringify([receiverId, content, dmType, price, timeoutHours]));
}

function attemptOf({ pseudonymKey }: Deps, { params, caller }: SendContext): string | null {
  const { idempotencyKey } = params;
  return idempotencyKey === undefined ? null : hmacHex(pseudonymKey, JSON.stringify([caller.userId, idempotencyKey]));
}
