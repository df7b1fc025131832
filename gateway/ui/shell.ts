/** Audience of a page, with its own style sheet, script and frame. */
export const SHELLS = ["public", "app", "console"] as const;
export type Shell = (typeof SHELLS)[number];

/** Groups of staff pages whose texts, `page.staffMoney.*` and so on, are files of their own. A page loads those of its group. */
export const STAFF_PLACES = ["alarms", "audit", "content", "money", "people", "privacy", "safety", "system"] as const;
export type StaffPlace = (typeof STAFF_PLACES)[number];
