import { implement } from "#libs/contract-kit/implement.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { exportLedger, MAX_EXPORT_DAYS } from "#libs/contracts/wallet/ledger-audit.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { LedgerDoc } from "../data/ledger.model.ts";
import type { Deps } from "../deps.ts";

/** GET /admin/ledger/export. An export that could not be recorded does not happen; a table is one, though each of its parts is a call. */
export const exportLedgerAction = ({ ledger, audit, transaction }: Pick<Deps, "ledger" | "audit" | "transaction">) =>
  implement(exportLedger, async ({ params, caller, requestId }) => {
    const { limit, cursor, format } = params;
    const [from, to] = [new Date(params.from), new Date(params.to)];
    const length = to.getTime() - from.getTime();
    if (length <= 0 || length > MAX_EXPORT_DAYS * DAY) throw new AppError("payment.ledger.invalid_range", { days: MAX_EXPORT_DAYS });
    const details = { from: from.toISOString(), to: to.toISOString(), format };
    const line = { actor: caller.userId, action: "wallet.exportLedger", target: "ledger", details, requestId } as const;
    if (params.after === undefined) await transaction((tx) => audit.add(tx, line));
    const rows = await ledger.listBetween({ from, to, after: cursor ?? null }, limit);
    return { entries: rows.flatMap(entriesOf), nextCursor: rows.length < limit ? null : (rows.at(-1)?._id ?? null) };
  });

function entriesOf({ _id: id, createdAt, kind, reference, entries }: LedgerDoc) {
  return entries.map(({ account, amount }) => ({
    id,
    at: createdAt.toISOString(),
    kind,
    reference_type: reference.type,
    reference_id: reference.id,
    account,
    amount: formatMoney(amount),
    currency: CURRENCY,
  }));
}
