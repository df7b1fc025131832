import { implement } from "#libs/contract-kit/implement.ts";
import { setWalletFrozen, walletFrozenChanged } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { freeze } from "../domain/wallet.ts";

/**
 * PATCH /admin/wallets/{userId}: every request is audited, the event is published only when the wallet changes. Administrators
 * cannot unfreeze their own wallet.
 */
export const setWalletFrozenAction = ({
  clock,
  inTransaction,
  audit,
  outbox,
}: Pick<Deps, "clock" | "inTransaction" | "audit" | "outbox">) =>
  implement(setWalletFrozen, async (ctx) => {
    const { userId, kind, frozen, reason } = ctx.params;
    const { requestId } = ctx;
    if (userId === ctx.caller.userId) throw new AppError("error.forbidden");
    await inTransaction(async (set) => {
      const key = walletOf(userId, kind);
      await set.load([key]);
      const wallet = set.get(key);
      if (!wallet) throw new AppError("payment.wallet.not_found");
      const wasFrozen = wallet.frozen;
      set.put(key, freeze(wallet, frozen, { by: ctx.caller.userId, at: clock.now(), reason }));
      await audit.add(set.tx, {
        actor: ctx.caller.userId,
        action: frozen ? "wallet.freeze" : "wallet.unfreeze",
        target: userId,
        details: { kind, oldValue: wasFrozen, newValue: frozen, reason },
        requestId,
      });
      if (wasFrozen !== frozen) outbox.record(set, walletFrozenChanged, { userId, kind, frozen, reason });
    });
  });
