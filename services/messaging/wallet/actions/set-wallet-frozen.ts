import { implement } from "#libs/contract-kit/implement.ts";
import { setWalletFrozen, walletFrozenChanged } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

/**
 * PATCH /admin/wallets/{userId}: every request is audited, the event is published only when the wallet changes. Administrators
 * cannot unfreeze their own wallet.
 */
export const setWalletFrozenAction = ({
  transaction,
  wallets,
  audit,
  outbox,
}: Pick<Deps, "transaction" | "wallets" | "audit" | "outbox">) =>
  implement(setWalletFrozen, async (ctx) => {
    const { userId, kind, frozen, reason } = ctx.params;
    const { requestId } = ctx;
    if (userId === ctx.caller.userId) throw new AppError("error.forbidden");
    await transaction(async (tx) => {
      const wasFrozen = await wallets.setFrozen(tx, userId, frozen, kind);
      if (wasFrozen === null) throw new AppError("payment.wallet.not_found");
      await audit.add(tx, {
        actor: ctx.caller.userId,
        action: frozen ? "wallet.freeze" : "wallet.unfreeze",
        target: userId,
        details: { kind, oldValue: wasFrozen, newValue: frozen, reason },
        requestId,
      });
      if (wasFrozen !== frozen) await outbox.add(tx, walletFrozenChanged, { userId, kind, frozen, reason });
    });
  });
