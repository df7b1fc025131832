/** Who a page is for: its style sheet, its script, its frame. */
export const SHELLS = ["public", "app", "console"] as const;
export type Shell = (typeof SHELLS)[number];
