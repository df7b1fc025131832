import { CREATOR_LEVELS, type CreatorLevel } from "#libs/contracts/creator.ts";
import type { Statistics } from "./statistics.ts";

/** What the settings ask for each level above the first. */
export interface Ladder {
  /** Paid messages answered in the time that is looked at. */
  readonly minMessages: Readonly<Record<Exclude<CreatorLevel, "BRONZE">, number>>;
  /** 0-1; who answers less has the first level. */
  readonly minReplyRate: number;
}

/** The highest level whose conditions are met. */
export function earnedLevel({ paidReplied, replyRate }: Pick<Statistics, "paidReplied" | "replyRate">, ladder: Ladder): CreatorLevel {
  if (replyRate === null || replyRate < ladder.minReplyRate) return "BRONZE";
  const met = CREATOR_LEVELS.filter((level) => level === "BRONZE" || paidReplied >= ladder.minMessages[level]);
  return met.at(-1) ?? "BRONZE";
}

/** The level after a review: up at once, down by one level and only if it was not lowered in the last month. */
export function levelAfter(current: CreatorLevel, earned: CreatorLevel, wasLoweredLately: boolean): CreatorLevel {
  const [now, then] = [CREATOR_LEVELS.indexOf(current), CREATOR_LEVELS.indexOf(earned)];
  if (then >= now) return earned;
  return wasLoweredLately ? current : (CREATOR_LEVELS[now - 1] ?? current);
}

export function isLower(level: CreatorLevel, than: CreatorLevel): boolean {
  return CREATOR_LEVELS.indexOf(level) < CREATOR_LEVELS.indexOf(than);
}
