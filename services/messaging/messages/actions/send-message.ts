import { implement } from "#libs/contract-kit/implement.ts";
import { sendMessage } from "#libs/contracts/messaging/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuse, refuseIfAny } from "#libs/errors/refuse.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { hmacHex } from "#libs/kernel/secrets.ts";
import { undoable } from "#libs/kernel/undoable.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import { isStoreUnavailable } from "#libs/platform/mongo/store-unavailable.ts";
import { findMatchingRules } from "../../rules/domain/moderation-rule.ts";
import type { MessagesDeps } from "../deps.ts";
import { type QuotedTerms, quoteChecks, readQuoteToken } from "../domain/quote.ts";
import { priceChecks, sendChecks } from "../domain/send-checks.ts";
import { type CommitMessage, composeMessage, messageCommits, type NewMessage } from "../send/commit-message.ts";
import { createDraft, freeLimitsOf, type MessageDraft, type SendContext } from "../send/draft.ts";
import { takeFreeQuota } from "../send/free-quota.ts";
import { type KeyedRequest, type SendOutcome, sendOnce } from "../send/send-once.ts";
import { claimText } from "../send/text-claim.ts";

/** POST /messages (spec 4.10) */
export const sendMessageAction = (given: MessagesDeps) => {
  const deps: SendDeps = { ...given, commit: messageCommits(given) };
  return implement(sendMessage, async (ctx) => {
    const { idempotencyKey } = ctx.params;
    const quote = quoteOf(deps, ctx);
    const request = { senderId: ctx.caller.userId, idempotencyKey, requestHash: requestHashOf(deps, ctx), quoteId: quote?.id };
    return sendOnce(deps, request, () => send(deps, ctx, request, quote));
  });
};

interface SendDeps extends MessagesDeps {
  readonly commit: CommitMessage;
}

async function send(
  deps: SendDeps,
  ctx: SendContext,
  { idempotencyKey, requestHash }: KeyedRequest,
  quote: QuotedTerms | null,
): Promise<SendOutcome> {
  if (quote) refuse(quoteChecks, { quote, request: ctx.params, now: deps.clock.now() });
  const draft = createDraft(ctx, deps, ctx.params, attemptOf(deps, ctx), quote);
  await refuseIfAny(sendChecks, draft);
  const message = await undoable(async (undoAlways) => {
    let committing = false;
    // A commit without an answer may have stored the message, which then retains its text and its place in the quota.
    const undo = (step: () => unknown) => undoAlways((error) => (committing && isStoreUnavailable(error) ? undefined : step()));
    await claimText(deps, draft.claim);
    undo(() => giveBack(deps, "text", () => deps.textGuards.release(draft.claim.fingerprint, draft.messageId)));
    return deps.mutex(draft.senderId, async () => {
      await checkTerms(deps, draft, undo);
      const flags = findMatchingRules(await deps.activeRules.current(), draft.content);
      const facts = await draft.facts();
      const composed = composeMessage(deps, { draft, facts, flags, idempotencyKey, requestHash });
      committing = true;
      await deps.commit({ message: composed, facts, flags });
      return composed;
    });
  });
  await bestEffort(deps.logger, "store the rule snapshot of a message", () => insertRuleSnapshot(deps, draft, message));
  deps.metrics.messagesSent.inc({ dm_type: message.dmType, status: message.sentAs });
  await deps.faults.hit("messaging.send.answer");
  return { messageId: message._id, status: message.sentAs };
}

/** The quote of a request; null: it has none. Throws when it is not one that this user got from us. */
function quoteOf({ pseudonymKey }: MessagesDeps, { params: { quoteId }, caller }: SendContext): QuotedTerms | null {
  if (quoteId === undefined) return null;
  const quote = readQuoteToken(pseudonymKey, quoteId);
  if (quote?.senderId !== caller.userId) throw new AppError("message.quote.error.not_found");
  return quote;
}

/** A paid message must have its price; a free one takes a message of the day's quota. */
async function checkTerms(deps: MessagesDeps, draft: MessageDraft, undo: (step: () => unknown) => void): Promise<void> {
  if (draft.price !== null) return refuseIfAny(priceChecks, draft);
  const slots = await takeFreeQuota(deps, draft);
  undo(() => giveBack(deps, "free quota", () => deps.quotas.giveBack(slots)));
  await deps.faults.hit("messaging.send.quota");
}

/** Both expire on their own if they cannot be released now. */
function giveBack({ logger }: MessagesDeps, what: "text" | "free quota", work: () => Promise<unknown>): Promise<void> {
  return bestEffort(logger, `give back the ${what} of a failed send`, work);
}

async function insertRuleSnapshot(
  { faults, ruleSnapshots, config, activeRules }: MessagesDeps,
  draft: MessageDraft,
  message: NewMessage,
): Promise<void> {
  await faults.hit("messaging.rules.snapshot");
  const { packagePrice, level, scope } = await draft.facts();
  const limits = freeLimitsOf(config, scope);
  await ruleSnapshots.insert({
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

/** Distinguishes a retry from another request with the same idempotency key. */
function requestHashOf({ pseudonymKey }: MessagesDeps, { params }: SendContext): string {
  const { receiverId, content, dmType, price = null, timeoutHours = null, quoteId } = params;
  const quoted = quoteId === undefined ? [] : [quoteId];
  return hmacHex(pseudonymKey, JSON.stringify([receiverId, content, dmType, price, timeoutHours, ...quoted]));
}

/** The same for all attempts of one request; null without an idempotency key. */
function attemptOf({ pseudonymKey }: MessagesDeps, { params, caller }: SendContext): string | null {
  const { idempotencyKey } = params;
  return idempotencyKey === undefined ? null : hmacHex(pseudonymKey, JSON.stringify([caller.userId, idempotencyKey]));
}
