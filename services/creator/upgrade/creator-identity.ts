import type { CallService } from "#libs/contract-kit/service-client.ts";
import { claimCreatorIdentity, getUserSummary, releaseCreatorIdentity, settleCreatorIdentity } from "#libs/contracts/account/index.ts";
import type { UserFacts } from "../data/creator-profile.model.ts";
import type { UpgradeSagaDoc } from "../data/upgrade-saga.model.ts";
import type { Deps } from "../deps.ts";
import type { UpgradeRequest } from "../domain/upgrade-request.ts";

/** The saga of an upgrade; its id identifies the claim at the account service. */
export type SagaKey = Pick<UpgradeSagaDoc, "_id" | "userId">;

type IdentityDeps = Pick<Deps, "clock" | "sagas">;

const CALL_TIMEOUT_MS = 3_000;

/** Claims username and display name at the account service. Returns the user as it will be once the claim is final. */
export async function claimIdentity(
  { clock }: Pick<Deps, "clock">,
  call: CallService,
  { _id: claimId, userId }: SagaKey,
  request: UpgradeRequest,
): Promise<UserFacts & { readonly username: string }> {
  const userFactsAt = clock.now();
  const names = { username: request.username ?? undefined, displayName: request.displayName ?? undefined };
  const { username, displayName } = await call(claimCreatorIdentity, { claimId, userId, ...names }, { timeout: CALL_TIMEOUT_MS });
  const { status, version, avatarUrl } = await call(getUserSummary, { userId }, { timeout: CALL_TIMEOUT_MS });
  return { username, displayName, avatarUrl, userStatus: status ?? "DELETED", userVersion: version, userFactsAt };
}

/** Makes the claim of a DONE saga final. Repeatable; rejects while the account service is unavailable. */
export async function settleIdentity({ sagas, clock }: IdentityDeps, call: CallService, { _id, userId }: SagaKey): Promise<void> {
  await call(settleCreatorIdentity, { claimId: _id, userId }, { timeout: CALL_TIMEOUT_MS });
  await sagas.settle(_id, clock.now());
}

/** Releases the claim of an UNDOING saga and ends the saga. Repeatable; rejects while the account service is unavailable. */
export async function releaseIdentity({ sagas, clock }: IdentityDeps, call: CallService, { _id, userId }: SagaKey): Promise<void> {
  await call(releaseCreatorIdentity, { claimId: _id, userId }, { timeout: CALL_TIMEOUT_MS });
  await sagas.endUndo(_id, clock.now());
}
