import { DAY, utcDay } from "#libs/kernel/clock.ts";
import { SYSTEM } from "#libs/platform/audit/audit-log.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { DueForReview } from "../data/level.store.ts";
import type { Deps } from "../deps.ts";
import { earnedLevel, type LevelConditions, levelAfter } from "../domain/level.ts";
import { answersOf, statisticsOf } from "../domain/statistics.ts";
import { indexCreator } from "../search/index-creators.ts";
import { changeLevel } from "./change-level.ts";

const BATCH_SIZE = 100;
/** Period of the statistics in days, today included. */
const STATISTICS_DAYS = 90;
/** A level is lowered at most once in this time. */
const MIN_MS_BETWEEN_LOWERINGS = 30 * DAY;

/** Reviews every creator without a review today. A review that fails is retried in the next run. */
export async function reviewLevels(deps: Deps): Promise<void> {
  const today = utcDay(deps.clock.now());
  let due: DueForReview[] = [];
  do {
    due = await deps.levels.listDueForReview(today, due.at(-1), BATCH_SIZE);
    for (const { _id: creatorId } of due) {
      try {
        await deps.transaction((tx) => reviewLevel(deps, tx, creatorId));
      } catch (error) {
        deps.logger.warn({ err: error, creatorId }, "level review failed; retrying in the next run");
      }
    }
  } while (due.length === BATCH_SIZE);
}

/** Updates statistics and level of one creator from the messages of the last 90 days. */
export async function reviewLevel(deps: Deps, tx: Tx, creatorId: string): Promise<void> {
  const profile = await deps.profiles.find(creatorId, tx);
  if (!profile) return;
  const now = deps.clock.now();
  const firstDay = utcDay(new Date(now.getTime() - (STATISTICS_DAYS - 1) * DAY));
  const days = await deps.days.listSince(profile.userId, firstDay, tx);
  const { paidReplied, replyRate, medianReplySeconds } = statisticsOf(days);
  const answers = answersOf(days, deps.config.read("creator.response_facts_min_messages"));
  await deps.levels.updateStatistics(tx, creatorId, { replyRate, medianReplySeconds, answers, reviewedOn: utcDay(now) });
  await indexCreator(deps, tx, creatorId);
  if (profile.levelPinned) return;
  const { levelLoweredAt } = profile;
  const wasLoweredLately = levelLoweredAt !== null && now.getTime() - levelLoweredAt.getTime() < MIN_MS_BETWEEN_LOWERINGS;
  const earned = earnedLevel({ paidReplied, replyRate }, levelConditions(deps.config));
  const level = levelAfter(profile.level, earned, wasLoweredLately);
  if (level === profile.level) return;
  await changeLevel(deps, tx, profile, { level, levelPinned: false }, { actor: SYSTEM, by: "RULE" });
}

function levelConditions(config: ConfigReader): LevelConditions {
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
