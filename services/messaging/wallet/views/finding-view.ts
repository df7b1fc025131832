import { formatMoney } from "#libs/kernel/money.ts";
import type { Finding } from "../data/finding.store.ts";

/** A finding as finance staff see it. */
export function findingView({ _id: id, invariant, subject, detail, difference, rows, foundAt }: Finding) {
  return {
    id,
    invariant,
    subject,
    detail,
    difference: formatMoney(difference),
    rows: rows.map(({ place: collection, id: rowId }) => ({ collection, id: rowId })),
    foundAt: foundAt.toISOString(),
  };
}
