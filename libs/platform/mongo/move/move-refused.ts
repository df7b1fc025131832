/** The reason why a system cannot be moved, as a sentence for the operator. */
export class MoveRefused extends Error {}
