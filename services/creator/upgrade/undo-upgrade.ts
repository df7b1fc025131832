import type { Ask } from "#libs/contract-kit/neighbours.ts";
import { releaseCreatorIdentity } from "#libs/contracts/account.ts";
import type { UpgradeSaga } from "../data/upgrade-saga.model.ts";
import type { Deps } from "../deps.ts";

const CALL_MS = 3_000;

/** Gives the claim of an UNDOING saga back and closes it. Repeatable; rejects while the account service is away. */
export async function undoUpgrade({ sagas, clock }: Deps, ask: Ask, { _id, userId }: Pick<UpgradeSaga, "_id" | "userId">): Promise<void> {
  await ask(releaseCreatorIdentity, { claimId: _id, userId }, { timeout: CALL_MS });
  await sagas.endUndo(_id, clock.now());
}
