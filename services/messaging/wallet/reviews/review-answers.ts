import { sharesDevice } from "#libs/contracts/account/index.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { earningsHeld } from "#libs/contracts/wallet/chargebacks.ts";
import type { HeldReason } from "#libs/contracts/wallet/held-earnings.ts";
import { utcDay } from "#libs/kernel/clock.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { eachByItself, type Turns } from "#libs/platform/jobs/turns.ts";
import { escrowOf } from "../data/escrow.store.ts";
import type { Deps } from "../deps.ts";
import { heldForReview, movedReview } from "../domain/answer-review.ts";
import { netOf } from "../domain/earning-reversal.ts";
import { type Escrow, isInHold } from "../domain/escrow.ts";
import { loadEarnings, type MoveDeps, moveDay } from "./move-day.ts";

type ReviewDeps = MoveDeps & Pick<Deps, "config" | "escrows" | "inTransaction" | "logger" | "outbox" | "payees" | "services" | "topUps">;

const BATCH_SIZE = 200;

/** The places in the list of new answers and in that of reviews to end. */
interface ReviewTurns {
  readonly fresh: Turns;
  readonly mature: Turns;
}

/** Looks at new answers whose earnings are in hold, and ends the reviews whose day has come. An answer that fails is looked at again. */
export async function reviewAnswers(deps: ReviewDeps, turns: ReviewTurns): Promise<void> {
  const { clock, escrows, logger } = deps;
  const each = (what: string, work: (escrow: Escrow) => Promise<void>) => (rows: readonly Escrow[]) =>
    eachByItself(logger, rows, ({ messageId }) => `${what} of message ${messageId}`, work);
  await turns.fresh.take(
    escrows.listToReview,
    BATCH_SIZE,
    each("review the answer", (escrow) => reviewAnswer(deps, escrow)),
  );
  const listMature = (skip: number, limit: number) => escrows.listMature(utcDay(clock.now()), skip, limit);
  await turns.mature.take(
    listMature,
    BATCH_SIZE,
    each("end the review", (escrow) => mature(deps, escrow)),
  );
}

async function reviewAnswer(deps: ReviewDeps, { messageId, fanId, creatorId }: Escrow): Promise<void> {
  const reasons = await reasonsToHold(deps, fanId, creatorId);
  await deps.inTransaction(async (set) => {
    const escrow = await loadEarnings(set, messageId);
    if (!escrow?.toReview) return;
    const now = deps.clock.now();
    if (reasons.length === 0 || !isInHold(escrow, utcDay(now))) return set.put(escrowOf(messageId), { ...escrow, toReview: undefined });
    moveDay(deps, set, escrow, heldForReview(escrow, reasons, deps.config.read("payment.review_hold_days"), now));
    const sums = { amount: formatMoney(netOf(escrow)), currency: CURRENCY };
    deps.outbox.record(set, earningsHeld, { messageId, creatorUserId: creatorId, fanId, ...sums, cause: "REVIEW" });
  });
}

/** Why the fan may be the creator. While account is away this throws: a later run looks again. */
async function reasonsToHold(deps: ReviewDeps, fanId: string, creatorId: string): Promise<readonly HeldReason[]> {
  const { shares } = await deps.services.call(sharesDevice, { userId: fanId, otherUserId: creatorId });
  const isSameInstrument = await sharesInstrument(deps, fanId, creatorId);
  return [...(isSameInstrument ? (["INSTRUMENT"] as const) : []), ...(shares ? (["DEVICE"] as const) : [])];
}

/** Whether a card of the fan is also a card, or the bank account, of the creator. */
async function sharesInstrument({ topUps, payees }: ReviewDeps, fanId: string, creatorId: string): Promise<boolean> {
  const ofFan = await topUps.instrumentsOf(fanId);
  if (ofFan.length === 0) return false;
  return (await topUps.hasInstrument(creatorId, ofFan)) || payees.hasInstrument(creatorId, ofFan);
}

async function mature(deps: ReviewDeps, { messageId }: Escrow): Promise<void> {
  await deps.inTransaction(async (set) => {
    const escrow = await loadEarnings(set, messageId);
    const review = movedReview(escrow?.review, "mature", deps.clock.now());
    if (escrow && review) set.put(escrowOf(messageId), { ...escrow, review });
  });
}
