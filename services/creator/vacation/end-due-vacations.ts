import { creatorVacation } from "#libs/contracts/creator/index.ts";
import { SYSTEM } from "#libs/platform/audit/audit-log.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Deps } from "../deps.ts";
import { vacationAfter, vacationOf } from "../domain/vacation.ts";
import { vacationPayload } from "../views/vacation-view.ts";

const BATCH_SIZE = 100;

/** Ends the vacations whose end has passed, except those of creators with a protected status. A vacation that fails is retried in the next run. */
export async function endDueVacations(deps: Deps): Promise<void> {
  if (!deps.config.read("creator.vacation_auto_end")) return;
  const now = deps.clock.now();
  let due: string[] = [];
  do {
    due = await deps.vacations.listDue(now, due.at(-1) ?? "", BATCH_SIZE);
    for (const creatorId of due) await bestEffort(deps.logger, "end a vacation", () => endVacationIfDue(deps, creatorId, now));
  } while (due.length === BATCH_SIZE);
}

/** Ends a vacation unless it has an end in the future, or none. */
export function endVacationIfDue(
  { transaction, vacations, audit, outbox }: Pick<Deps, "transaction" | "vacations" | "audit" | "outbox">,
  creatorId: string,
  now: Date,
): Promise<void> {
  return transaction(async (tx) => {
    const before = await vacations.endDue(tx, creatorId, now);
    if (!before) return;
    const after = vacationAfter("VACATION", { enabled: false }, now);
    const details = { old: vacationOf(before), new: vacationOf(after) };
    await audit.add(tx, { actor: SYSTEM, action: "creator.endVacation", target: creatorId, details });
    await outbox.add(tx, creatorVacation, vacationPayload(before, after, now));
  });
}
