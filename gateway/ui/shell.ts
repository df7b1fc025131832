/** Audience of a page, with its own style sheet, script and frame. */
export const SHELLS = ["public", "app", "console"] as const;
export type Shell = (typeof SHELLS)[number];
