import type { Ask } from "#libs/contract-kit/neighbours.ts";
import { claimCreatorIdentity, getMessagingParty } from "#libs/contracts/account.ts";
import { creatorCreated } from "#libs/contracts/creator.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { bestEffort } from "#libs/log/best-effort.ts";
import type { BioPage } from "../data/bio-page.model.ts";
import type { CreatorProfile, UserFacts } from "../data/creator-profile.model.ts";
import type { UpgradeSaga } from "../data/upgrade-saga.model.ts";
import type { Deps } from "../deps.ts";
import { firstBio, type UpgradeWish } from "../domain/upgrade-wish.ts";
import { newCreator } from "./new-creator.ts";
import { settleUpgrade } from "./settle-upgrade.ts";
import { undoUpgrade } from "./undo-upgrade.ts";

type Saga = Pick<UpgradeSaga, "_id" | "userId">;

export interface Created {
  readonly creatorId: string;
  readonly username: string;
}

const CALL_MS = 3_000;

/**
 * The upgrade of spec 4.3 over two owners: claim the identity at the account service, create the creator in one
 * transaction, make the claim final. Whatever fails before the transaction is committed is undone, here or by the job.
 */
export async function runUpgrade(deps: Deps, ask: Ask, saga: Saga, wish: UpgradeWish, requestId: string): Promise<Created> {
  const facts = await claimed(deps, ask, saga, wish);
  const { profile, page } = newCreator({
    userId: saga.userId,
    facts,
    bio: firstBio(wish, facts.displayName),
    themeId: wish.themeId,
    now: deps.clock.now(),
  });
  try {
    await deps.faults.hit("creator.upgrade.claimed");
    await create(deps, saga, profile, page, requestId);
  } catch (error) {
    if (!(await isDone(deps, ask, saga))) throw error;
  }
  await bestEffort(deps.logger, "make the creator identity final", async () => {
    await deps.faults.hit("creator.upgrade.settle");
    await settleUpgrade(deps, ask, saga);
  });
  return { creatorId: profile._id, username: facts.username };
}

/** The user as he is once the claim is final. Gives back what was claimed, or may have been, when it fails. */
async function claimed(deps: Deps, ask: Ask, { _id, userId }: Saga, wish: UpgradeWish): Promise<UserFacts & { username: string }> {
  const userFactsAt = deps.clock.now();
  const names = { username: wish.username ?? undefined, displayName: wish.displayName ?? undefined };
  try {
    const { username, displayName } = await ask(claimCreatorIdentity, { claimId: _id, userId, ...names }, { timeout: CALL_MS });
    const { status, version, avatarUrl } = await ask(getMessagingParty, { userId }, { timeout: CALL_MS });
    return { username, displayName, avatarUrl, userStatus: status ?? "DELETED", userVersion: version, userFactsAt };
  } catch (error) {
    if (isRefusal(error)) await deps.sagas.refuse(_id, deps.clock.now());
    else await giveBack(deps, ask, { _id, userId });
    throw error;
  }
}

/** The account service has decided; anything else may have happened or not. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code < 500;
}

function create(deps: Deps, { _id }: Saga, profile: CreatorProfile, page: BioPage, requestId: string): Promise<void> {
  const { userId, username, createdAt } = profile;
  const creatorId = profile._id;
  return deps.transaction(async (tx) => {
    // The job may have begun to undo a saga that took too long: then nothing is created.
    if (!(await deps.sagas.complete(tx, _id, creatorId, createdAt))) throw new AppError("error.service_unavailable");
    if (!(await deps.profiles.insert(tx, profile))) throw new AppError("creator.upgrade.already_creator");
    await deps.bioPages.insert(tx, page);
    await deps.audit.add(tx, { actor: userId, action: "creator.upgrade", target: creatorId, requestId });
    await deps.outbox.add(tx, creatorCreated, { creatorId, userId, username: username ?? "", bioPageId: page._id }, { requestId });
    await deps.faults.hit("creator.upgrade.commit");
  });
}

/** After a failed transaction: whether it was committed all the same. If not, the claim is given back. */
async function isDone(deps: Deps, ask: Ask, saga: Saga): Promise<boolean> {
  const done = async () => (await deps.sagas.find(saga._id))?.status === "DONE";
  try {
    if (await done()) return true;
    await giveBack(deps, ask, saga);
    return await done();
  } catch (error) {
    deps.logger.warn({ err: error, claimId: saga._id }, "an upgrade is left to the job");
    return false;
  }
}

async function giveBack(deps: Deps, ask: Ask, saga: Saga): Promise<void> {
  await bestEffort(deps.logger, "undo an upgrade", async () => {
    if (await deps.sagas.startUndo(saga._id, deps.clock.now())) await undoUpgrade(deps, ask, saga);
  });
}
