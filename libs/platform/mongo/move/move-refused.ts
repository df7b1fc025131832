/** Why a system cannot be moved, in a sentence for whoever asked for it. */
export class MoveRefused extends Error {}
