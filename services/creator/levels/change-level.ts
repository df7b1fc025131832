import { levelChanged } from "#libs/contracts/creator/index.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { CreatorProfileDoc } from "../data/creator-profile.model.ts";
import type { LevelChange } from "../data/level.store.ts";
import type { Deps } from "../deps.ts";
import { isLower } from "../domain/level.ts";

/** The cause of a change of level. */
interface LevelChangeCause {
  /** User id, or `system`. */
  readonly actor: string;
  readonly by: "RULE" | "ADMIN";
  readonly requestId?: string;
}

/** Changes the level of a creator, with audit entry and event. False when level or pin have changed since `before` was read. */
export async function changeLevel(
  deps: Deps,
  tx: Tx,
  before: CreatorProfileDoc,
  { level: to, levelPinned }: Pick<LevelChange, "level" | "levelPinned">,
  { actor, by, requestId }: LevelChangeCause,
): Promise<boolean> {
  const { _id: creatorId, userId, level: from } = before;
  const now = deps.clock.now();
  const levelLoweredAt = isLower(to, from) ? now : before.levelLoweredAt;
  if (!(await deps.levels.update(tx, before, { level: to, levelPinned, levelLoweredAt }, now))) return false;
  const details = { from, to, pinned: levelPinned, by };
  await deps.audit.add(tx, { actor, action: "creator.setLevel", target: creatorId, details, requestId: requestId ?? null });
  if (from !== to) await deps.outbox.add(tx, levelChanged, { creatorId, userId, from, to, by, at: now.toISOString() });
  return true;
}
