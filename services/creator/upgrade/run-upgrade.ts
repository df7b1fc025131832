import type { CallService } from "#libs/contract-kit/service-client.ts";
import { creatorCreated } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { UserFacts } from "../data/creator-profile.model.ts";
import type { Deps } from "../deps.ts";
import { firstBio, type UpgradeRequest } from "../domain/upgrade-request.ts";
import { indexCreator } from "../search/index-creators.ts";
import { claimIdentity, releaseIdentity, type SagaKey, settleIdentity } from "./creator-identity.ts";
import { type NewCreator, newCreator } from "./new-creator.ts";

export interface UpgradeResult {
  readonly creatorId: string;
  readonly username: string;
}

/**
 * Runs an upgrade (spec 4.3) over two services: claims the identity at the account service, creates the creator in one transaction, makes
 * the claim final. A failure before the commit is undone here, or by the recovery job.
 */
export async function runUpgrade(
  deps: Deps,
  call: CallService,
  saga: SagaKey,
  request: UpgradeRequest,
  requestId: string,
): Promise<UpgradeResult> {
  const facts = await claimOrUndo(deps, call, saga, request);
  const bio = firstBio(request, facts.displayName);
  const creator = newCreator({ userId: saga.userId, facts, bio, themeId: request.themeId, now: deps.clock.now() });
  try {
    await deps.faults.hit("creator.upgrade.claimed");
    await insertCreator(deps, saga, creator, requestId);
  } catch (error) {
    if (!(await wasCommitted(deps, call, saga))) throw error;
  }
  await bestEffort(deps.logger, "settle the identity of a creator", async () => {
    await deps.faults.hit("creator.upgrade.settle");
    await settleIdentity(deps, call, saga);
  });
  return { creatorId: creator.profile._id, username: facts.username };
}

/** Claims the identity. After a failure releases the claim, even if it is unknown whether it was made. */
async function claimOrUndo(
  deps: Deps,
  call: CallService,
  saga: SagaKey,
  request: UpgradeRequest,
): Promise<UserFacts & { readonly username: string }> {
  try {
    return await claimIdentity(deps, call, saga, request);
  } catch (error) {
    if (isRefusal(error)) await deps.sagas.refuse(saga._id, deps.clock.now());
    else await undo(deps, call, saga);
    throw error;
  }
}

/** True when the account service refused the claim; after any other error the claim may exist. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code < 500;
}

function insertCreator(deps: Deps, { _id: sagaId }: SagaKey, { profile, page }: NewCreator, requestId: string): Promise<void> {
  const { _id: creatorId, userId, username, createdAt } = profile;
  return deps.transaction(async (tx) => {
    // The recovery job undoes a slow saga; its creator must not be created afterwards.
    if (!(await deps.sagas.complete(tx, sagaId, creatorId, createdAt))) throw new AppError("error.service_unavailable");
    if (!(await deps.profiles.insert(tx, profile))) throw new AppError("creator.upgrade.already_creator");
    await deps.bioPages.insert(tx, page);
    await indexCreator(deps, tx, creatorId);
    await deps.audit.add(tx, { actor: userId, action: "creator.upgrade", target: creatorId, requestId });
    await deps.outbox.add(tx, creatorCreated, { creatorId, userId, username: username ?? "", bioPageId: page._id });
    await deps.faults.hit("creator.upgrade.commit");
  });
}

/** Resolves an error of the transaction: checks whether it was committed anyway. If not, undoes the upgrade. */
async function wasCommitted(deps: Deps, call: CallService, saga: SagaKey): Promise<boolean> {
  const isDone = async () => (await deps.sagas.find(saga._id))?.status === "DONE";
  try {
    if (await isDone()) return true;
    await undo(deps, call, saga);
    return await isDone();
  } catch (error) {
    deps.logger.warn({ err: error, claimId: saga._id }, "upgrade undecided; the recovery job will finish it");
    return false;
  }
}

async function undo(deps: Deps, call: CallService, saga: SagaKey): Promise<void> {
  await bestEffort(deps.logger, "undo an upgrade", async () => {
    if (await deps.sagas.startUndo(saga._id, deps.clock.now())) await releaseIdentity(deps, call, saga);
  });
}
