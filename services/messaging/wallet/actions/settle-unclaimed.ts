import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { settleUnclaimed } from "#libs/contracts/wallet/leaving.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuse } from "#libs/errors/refuse.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { unclaimedOf } from "../data/unclaimed.store.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { accountOf, BANK_ACCOUNT, transferEntries, unclaimedAccount } from "../domain/ledger.ts";
import { isSecond, settlementChecks, type Unclaimed, unclaimedMoves } from "../domain/unclaimed.ts";
import { credit, skipSequence } from "../domain/wallet.ts";
import { bookCredit } from "../ledger/book.ts";

type SettleDeps = Pick<Deps, "clock" | "inTransaction" | "wallets" | "ledger" | "audit">;
type Context = Parameters<HandlerOf<typeof settleUnclaimed>>[0];

/** POST /admin/unclaimed/{unclaimedId}/settle: the first person is recorded, the second one decides. */
export const settleUnclaimedAction = (deps: SettleDeps) =>
  implement(settleUnclaimed, (ctx) =>
    deps.inTransaction(async (set) => {
      const { unclaimedId, decision, reason } = ctx.params;
      const by = ctx.caller.userId;
      const key = unclaimedOf(unclaimedId);
      await set.load([key]);
      const unclaimed = set.get(key);
      if (!unclaimed) throw new AppError("payment.unclaimed.not_found");
      refuse(settlementChecks, { unclaimed, decision, by });
      const isLast = isSecond(unclaimed, decision);
      const at = deps.clock.now();
      const next: Unclaimed = isLast ? decided(unclaimed, ctx, at) : { ...unclaimed, approval: { by, at, reason, decision } };
      set.put(key, next);
      if (isLast) await bookDecision(deps, set, unclaimed, next);
      const { userId, amount, claimantId } = unclaimed;
      const details = { userId, claimantId, amount: formatMoney(amount), currency: CURRENCY, decision, reason };
      const action = isLast ? "unclaimed.settle" : "unclaimed.propose_settle";
      await deps.audit.add(set.tx, { actor: by, action, target: unclaimedId, details, requestId: ctx.requestId });
      return { unclaimedId, status: next.status, approvals: isLast ? 2 : 1 };
    }),
  );

/** A refused claim leaves the money open, for another account that gives the code. */
function decided(unclaimed: Unclaimed, { params: { decision }, caller }: Context, at: Date): Unclaimed {
  const { to } = unclaimedMoves[decision];
  const own = { ...unclaimed, status: to, approval: undefined };
  if (to === "OPEN") return { ...own, claimantId: null, claimedAt: null };
  return { ...own, open: undefined, decision, decidedBy: caller.userId, decidedAt: at };
}

async function bookDecision(
  deps: SettleDeps,
  set: WorkingSet,
  { _id: id, requestId, userId, claimantId, amount }: Unclaimed,
  { status }: Unclaimed,
) {
  if (status === "OPEN") return;
  const ownerId = status === "CLAIMED" && claimantId !== null ? claimantId : userId;
  const wallet = { userId: ownerId, kind: "FAN" } as const;
  await set.load([walletOf(ownerId, "FAN")]);
  const from = unclaimedAccount(requestId);
  const reference = { type: "unclaimed", id } as const;
  if (status === "CLAIMED") {
    const entries = transferEntries(amount, from, accountOf(ownerId, "FAN"));
    bookCredit(deps, set, { kind: "CLAIM", reference, entries, wallet }, (own) => credit(own, amount));
  } else {
    // It changes no balance of a user, and takes a number in the chain of the former one, so that its loss leaves a gap.
    bookCredit(deps, set, { kind: "CLAIM_PAID", reference, entries: transferEntries(amount, from, BANK_ACCOUNT), wallet }, skipSequence);
  }
  set.hit("wallet.unclaimed.settled");
}
