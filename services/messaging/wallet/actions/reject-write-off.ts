import { implement } from "#libs/contract-kit/implement.ts";
import { rejectWriteOff } from "#libs/contracts/wallet/chargebacks.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { chargebackOf } from "../data/chargeback.store.ts";
import type { Deps } from "../deps.ts";

/** POST /admin/chargebacks/{chargebackId}/write-off/reject: the first of the two people withdraws the write-off, or a colleague refuses it. */
export const rejectWriteOffAction = (deps: Pick<Deps, "inTransaction" | "audit">) =>
  implement(rejectWriteOff, (ctx) =>
    deps.inTransaction(async (set) => {
      const { chargebackId, reason } = ctx.params;
      const by = ctx.caller.userId;
      const key = chargebackOf(chargebackId);
      await set.load([key]);
      const chargeback = set.get(key);
      if (!chargeback) throw new AppError("payment.chargeback.not_found");
      const { userId, approval } = chargeback;
      if (userId === by) throw new AppError("payment.error.own_money");
      if (!approval) throw new AppError("payment.error.not_proposed");
      set.put(key, { ...chargeback, approval: undefined });
      const details = { userId, proposedBy: approval.by, reason };
      await deps.audit.add(set.tx, {
        actor: by,
        action: "chargeback.reject_write_off",
        target: chargebackId,
        details,
        requestId: ctx.requestId,
      });
      return { chargebackId };
    }),
  );
