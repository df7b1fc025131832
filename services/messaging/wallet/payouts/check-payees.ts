import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Deps } from "../deps.ts";
import { type RefreshPayeeDeps, refreshPayee } from "./refresh-payee.ts";

type CheckDeps = RefreshPayeeDeps & Pick<Deps, "logger" | "payees">;

const BATCH_SIZE = 50;

/** Asks the providers about their payees, so that nothing depends on a callback. */
export async function checkPayees(deps: CheckDeps): Promise<void> {
  for (const payee of await deps.payees.listToCheck(BATCH_SIZE)) {
    await bestEffort(deps.logger, `check payee ${payee._id}`, async () => {
      if (await deps.payees.claim(payee)) await refreshPayee(deps, payee);
    });
  }
}
