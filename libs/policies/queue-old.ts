import { DAY } from "#libs/kernel/clock.ts";

/** A queue of the console is old when something has waited longer in it. */
export const QUEUE_OLD_MS = DAY;
