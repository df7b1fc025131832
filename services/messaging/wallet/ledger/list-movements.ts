import { type PageOf, type PageRequest, pageOf } from "#libs/kernel/paging.ts";
import type { MovementFilter } from "../data/ledger.store.ts";
import type { Deps } from "../deps.ts";
import { movementView } from "../views/ledger-view.ts";

/** A page of the movements of one account, newest first, each with what has become of its message's price. */
export async function listMovements(
  { ledger, escrows }: Pick<Deps, "ledger" | "escrows">,
  filter: MovementFilter,
  page: PageRequest,
): Promise<PageOf<ReturnType<typeof movementView>>> {
  const { rows, total } = await ledger.list(filter, page);
  const about = rows.flatMap(({ reference: { type, id } }) => (type === "message" ? [id] : []));
  const escrowOf = await escrows.findByMessage([...new Set(about)]);
  const items = rows.map((row) => movementView(row, escrowOf.get(row.reference.id)));
  return pageOf(items, total, page);
}
