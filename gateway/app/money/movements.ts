import { listWalletTransactions } from "#libs/contracts/wallet/index.ts";
import { api } from "../client/api.ts";

const PAGE_SIZE = 50;
const MAX_PAGES = 20;

const pageOfMovements = (page: number) => api.call(listWalletTransactions, { page, limit: PAGE_SIZE });

/** A movement of the reader's wallet, as recorded in the ledger. */
export type Movement = Awaited<ReturnType<typeof pageOfMovements>>["items"][number];

/** The movement of a kind for a top-up or a message; null when it is not among the newest thousand. */
export async function movementOf(kind: Movement["kind"], referenceId: string): Promise<Movement | null> {
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { items, totalPages } = await pageOfMovements(page);
    const found = items.find((movement) => movement.kind === kind && movement.reference.id === referenceId);
    if (found) return found;
    if (page >= totalPages) break;
  }
  return null;
}
