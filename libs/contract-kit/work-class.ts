/**
 * The class of work in which an action competes under load: money that moves, the rest, visits, and actions that wait for something slow.
 */
export const WORK_CLASSES = ["money", "normal", "track", "slow"] as const;
export type WorkClass = (typeof WORK_CLASSES)[number];
