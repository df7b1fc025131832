const guards = new Set<() => boolean>();

/**
 * Asks before the page is left while a form holds what is not saved.
 * @returns ends it
 */
export function guardUnsaved(isUnsaved: () => boolean): () => void {
  guards.add(isUnsaved);
  return () => void guards.delete(isUnsaved);
}

/** Whether leaving the page now would lose what was typed. */
export const hasUnsaved = (): boolean => [...guards].some((isUnsaved) => isUnsaved());

/** The reader leaves all the same. */
export const giveUpUnsaved = (): void => guards.clear();

// The browser asks in words of its own.
addEventListener("beforeunload", (event) => hasUnsaved() && event.preventDefault());
