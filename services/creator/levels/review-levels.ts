import { SYSTEM } from "#libs/audit/audit-log.ts";
import type { ConfigReader } from "#libs/config/reader.ts";
import { DAY, utcDay } from "#libs/kernel/clock.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import { earnedLevel, type Ladder, levelAfter } from "../domain/level.ts";
import { statisticsOf } from "../domain/statistics.ts";
import { changeLevel } from "./change-level.ts";

const BATCH = 100;
/** Days that the statistics look back, today included. */
const DAYS = 90;
/** A level is lowered at most once in this time. */
const MONTH_MS = 30 * DAY;

/** Reviews every creator who was not reviewed today. One that fails is reviewed in the next run. */
export async function reviewLevels(deps: Deps): Promise<void> {
  const today = utcDay(deps.clock.now());
  let due: string[] = [];
  do {
    due = await deps.levels.dueForReview(today, due.at(-1) ?? "", BATCH);
    for (const id of due) {
      try {
        await deps.transaction((tx) => reviewLevel(deps, tx, id));
      } catch (error) {
        deps.logger.warn({ err: error, creatorId: id }, "a creator could not be reviewed");
      }
    }
  } while (due.length === BATCH);
}

/** Statistics and level of one creator, from the messages of the last 90 days. */
export async function reviewLevel(deps: Deps, tx: Tx, creatorId: string): Promise<void> {
  const profile = await deps.profiles.byId(creatorId, tx);
  if (!profile) return;
  const now = deps.clock.now();
  const since = utcDay(new Date(now.getTime() - (DAYS - 1) * DAY));
  const { paidReplied, replyRate, medianReplySeconds } = statisticsOf(await deps.days.since(profile.userId, since, tx));
  await deps.levels.noteReview(tx, creatorId, { replyRate, medianReplySeconds, reviewedOn: utcDay(now) });
  if (profile.levelPinned) return;
  const lowered = profile.levelLoweredAt;
  const wasLoweredLately = lowered !== null && now.getTime() - lowered.getTime() < MONTH_MS;
  const earned = earnedLevel({ paidReplied, replyRate }, ladderOf(deps.config));
  const level = levelAfter(profile.level, earned, wasLoweredLately);
  if (level === profile.level) return;
  await changeLevel(deps, tx, profile, { level, levelPinned: false }, { actor: SYSTEM, by: "RULE" });
}

function ladderOf(config: ConfigReader): Ladder {
  return {
    minMessages: {
      SILVER: config.read("creator.level_silver_min_messages"),
      GOLD: config.read("creator.level_gold_min_messages"),
      PLATINUM: config.read("creator.level_platinum_min_messages"),
      DIAMOND: config.read("creator.level_diamond_min_messages"),
    },
    minReplyRate: config.read("creator.level_min_reply_rate"),
  };
}
