/** A hash of every input of a bundle. */
export function sourceHash(root: string): string;
