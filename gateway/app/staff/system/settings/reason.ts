/** Maximum length of a reason for a change of the configuration. */
export const MAX_REASON = 500;
