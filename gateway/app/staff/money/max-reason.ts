/** Maximum length of a reason that the interface accepts. */
export const MAX_REASON = 500;
