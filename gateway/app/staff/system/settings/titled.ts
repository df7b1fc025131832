const ISOLATED = ["\u2068", "\u2069"] as const;

/** The title of a dialog: a verb and the object, which keeps its own direction. */
export const titled = (verb: string, object: string): string => `${verb}: ${ISOLATED.join(object)}`;
