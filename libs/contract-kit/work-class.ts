/** What an action competes with under load: money that moves, the rest, visits, and whatever waits for something slow. */
export const WORK_CLASSES = ["money", "normal", "track", "slow"] as const;
export type WorkClass = (typeof WORK_CLASSES)[number];
