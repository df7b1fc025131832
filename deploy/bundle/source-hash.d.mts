/** A hash of all that a bundle is made of. */
export function sourceHash(root: string): string;
