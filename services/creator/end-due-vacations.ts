import { SYSTEM } from "#libs/audit/audit-log.ts";
import { creatorVacation } from "#libs/contracts/creator.ts";
import { bestEffort } from "#libs/log/best-effort.ts";
import type { Deps } from "./deps.ts";
import { vacationAfter } from "./domain/vacation.ts";
import { vacationNotice, vacationOf } from "./vacation-notice.ts";

const BATCH = 100;

/** Ends vacations whose end has passed. Protected statuses are left alone, whatever their dates say. One that fails waits for the next run. */
export async function endDueVacations(deps: Deps): Promise<void> {
  if (!deps.config.read("creator.vacation_auto_end")) return;
  const now = deps.clock.now();
  let due: string[] = [];
  do {
    due = await deps.profiles.dueVacations(now, due.at(-1) ?? "", BATCH);
    for (const id of due) await bestEffort(deps.logger, "end a vacation", () => endVacation(deps, id, now));
  } while (due.length === BATCH);
}

function endVacation({ transaction, profiles, audit, outbox }: Deps, id: string, now: Date): Promise<void> {
  return transaction(async (tx) => {
    const old = await profiles.endDueVacation(tx, id, now);
    if (!old) return;
    const state = vacationAfter("VACATION", { enabled: false }, now);
    await audit.add(tx, { actor: SYSTEM, action: "creator.endVacation", target: id, details: { old: vacationOf(old), new: state } });
    await outbox.add(tx, creatorVacation, vacationNotice(old, state));
  });
}
