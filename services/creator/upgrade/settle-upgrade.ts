import type { Ask } from "#libs/contract-kit/neighbours.ts";
import { settleCreatorIdentity } from "#libs/contracts/account.ts";
import type { UpgradeSaga } from "../data/upgrade-saga.model.ts";
import type { Deps } from "../deps.ts";

const CALL_MS = 3_000;

/** Makes the claim of a DONE saga final. Repeatable; rejects while the account service is away. */
export async function settleUpgrade({ sagas, clock }: Deps, ask: Ask, { _id, userId }: Pick<UpgradeSaga, "_id" | "userId">): Promise<void> {
  await ask(settleCreatorIdentity, { claimId: _id, userId }, { timeout: CALL_MS });
  await sagas.settle(_id, clock.now());
}
