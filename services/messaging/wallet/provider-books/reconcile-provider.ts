import { DAY } from "#libs/kernel/clock.ts";
import type { Money } from "#libs/kernel/money.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { MovementStatus, ProviderMovement } from "../data/provider-movement.model.ts";
import type { Deps } from "../deps.ts";
import { COSTS_ACCOUNT, PROVIDER_ACCOUNT, transferEntries } from "../domain/ledger.ts";
import { type ExplainDeps, findExplained } from "./find-explained.ts";

export type ReconcileDeps = ExplainDeps & Pick<Deps, "clock" | "inTransaction" | "ledger" | "logger" | "payment" | "providerMovements">;

/** Younger movements are not compared: what has caused them may still be on its way here. */
const COMPARED_AFTER_MS = DAY;
const BATCH_SIZE = 100;

/**
 * Compares the books of each payment provider with the ledger, once a day. What a provider keeps is posted; a movement without a cause here
 * is UNEXPLAINED, which the audit of the ledger reports. Later runs look again, since the cause may have been booked meanwhile.
 */
export async function reconcileProvider(deps: ReconcileDeps): Promise<void> {
  const active = deps.payment.activeName();
  for (const provider of new Set([...(await deps.providerMovements.providers()), ...(active === null ? [] : [active])])) {
    await bestEffort(deps.logger, `read the books of the payment provider ${provider}`, async () => {
      if (await readBooks(deps, provider)) for (const status of ["UNEXPLAINED", "NEW"] as const) await compare(deps, status);
    });
  }
}

/** Reads what is new. False: it is not due, or another process does it. */
async function readBooks({ clock, payment, providerMovements }: ReconcileDeps, provider: string): Promise<boolean> {
  const books = await providerMovements.claimBooks(provider, clock.now());
  if (!books) return false;
  for (let { cursor } = books; ; ) {
    const page = await payment.named(provider).movements(cursor);
    await providerMovements.insertNew(
      page.items.map(({ id, ...movement }) => ({ ...movement, _id: `${provider}:${id}`, provider, status: "NEW" })),
    );
    // The rows are stored before the cursor: after a crash in between they are read again and stay as they are.
    if (page.cursor === cursor) break;
    cursor = page.cursor;
    await providerMovements.saveCursor(provider, cursor);
  }
  await providerMovements.finishBooks(provider, clock.now());
  return true;
}

async function compare(deps: ReconcileDeps, status: MovementStatus): Promise<void> {
  const until = new Date(deps.clock.now().getTime() - COMPARED_AFTER_MS);
  let last: ProviderMovement | null = null;
  for (;;) {
    const rows: ProviderMovement[] = await deps.providerMovements.listOldest(status, until, last, BATCH_SIZE);
    const explained = await findExplained(deps, rows);
    for (const row of rows)
      await bestEffort(deps.logger, `decide about the movement ${row._id}`, () =>
        decide(deps, row, explained.has(row) ? "EXPLAINED" : "UNEXPLAINED"),
      );
    last = rows.at(-1) ?? null;
    if (rows.length < BATCH_SIZE) return;
  }
}

/** Decides about a movement once, and posts its cost in the same transaction. */
async function decide(deps: ReconcileDeps, movement: ProviderMovement, to: MovementStatus): Promise<void> {
  if (to === movement.status) return;
  await deps.inTransaction(async (set) => {
    if (!(await deps.providerMovements.setStatus(set.tx, movement._id, movement.status, to))) return;
    if (movement.status !== "NEW" || movement.cost === 0n) return;
    const before = await deps.ledger.lastOf(COSTS_ACCOUNT, set.tx);
    deps.ledger.append(set, {
      kind: "PROVIDER_COST",
      reference: { type: "movement", id: movement._id },
      entries: transferEntries(movement.cost, COSTS_ACCOUNT, PROVIDER_ACCOUNT),
      movement: costMovement(before, movement.cost),
    });
  });
}

function costMovement(before: { readonly balanceAfter: Money; readonly sequence: number } | null, cost: Money) {
  const balanceAfter = (before?.balanceAfter ?? 0n) - cost;
  return { account: COSTS_ACCOUNT, amount: -cost, balanceAfter, sequence: (before?.sequence ?? 0) + 1 };
}
