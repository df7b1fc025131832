import { levelChanged } from "#libs/contracts/creator-level.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { CreatorProfile } from "../data/creator-profile.model.ts";
import type { LevelChange } from "../data/level.store.ts";
import type { Deps } from "../deps.ts";
import { isLower } from "../domain/level.ts";

export interface Author {
  /** User id, or `system`. */
  readonly actor: string;
  readonly by: "RULE" | "ADMIN";
  readonly requestId?: string;
}

/** Gives a creator a level, with audit line and event. False when the level, or its pin, changed meanwhile. */
export async function changeLevel(
  deps: Deps,
  tx: Tx,
  before: CreatorProfile,
  { level: to, levelPinned }: Pick<LevelChange, "level" | "levelPinned">,
  { actor, by, requestId }: Author,
): Promise<boolean> {
  const { _id: creatorId, userId, level: from } = before;
  const now = deps.clock.now();
  const levelLoweredAt = isLower(to, from) ? now : before.levelLoweredAt;
  if (!(await deps.levels.change(tx, before, { level: to, levelPinned, levelLoweredAt }, now))) return false;
  const details = { from, to, pinned: levelPinned, by };
  await deps.audit.add(tx, { actor, action: "creator.setLevel", target: creatorId, details, requestId: requestId ?? null });
  if (from !== to) await deps.outbox.add(tx, levelChanged, { creatorId, userId, from, to, by, at: now.toISOString() }, { requestId });
  return true;
}
