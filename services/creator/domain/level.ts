import { CREATOR_LEVELS, type CreatorLevel } from "#libs/contracts/creator/index.ts";
import type { Statistics } from "./statistics.ts";

/** Conditions of the levels, from the settings. */
export interface LevelConditions {
  /** Answered paid messages in the period of the statistics. */
  readonly minMessages: Readonly<Record<Exclude<CreatorLevel, "BRONZE">, number>>;
  /** 0-1; a creator with a lower reply rate has the lowest level. */
  readonly minReplyRate: number;
}

/** The highest level whose conditions are met. */
export function earnedLevel(
  { paidReplied, replyRate }: Pick<Statistics, "paidReplied" | "replyRate">,
  { minMessages, minReplyRate }: LevelConditions,
): CreatorLevel {
  if (replyRate === null || replyRate < minReplyRate) return "BRONZE";
  const met = CREATOR_LEVELS.filter((level) => level === "BRONZE" || paidReplied >= minMessages[level]);
  return met.at(-1) ?? "BRONZE";
}

/** The level after a review: it rises at once; it falls by one level, and not again within a month. */
export function levelAfter(current: CreatorLevel, earned: CreatorLevel, wasLoweredLately: boolean): CreatorLevel {
  const [currentRank, earnedRank] = [CREATOR_LEVELS.indexOf(current), CREATOR_LEVELS.indexOf(earned)];
  if (earnedRank >= currentRank) return earned;
  return wasLoweredLately ? current : (CREATOR_LEVELS[currentRank - 1] ?? current);
}

export function isLower(level: CreatorLevel, than: CreatorLevel): boolean {
  return CREATOR_LEVELS.indexOf(level) < CREATOR_LEVELS.indexOf(than);
}
