/** Who a page is for: its style sheet, its script, its frame. */
export const FACES = ["public", "app", "console"] as const;
export type Face = (typeof FACES)[number];
