/** Where a stream stands: the last notification it has sent, and the unread count it has told. */
export interface Position {
  readonly seq: number;
  /** Null: none yet. */
  readonly unread: number | null;
}

export function positionText({ seq, unread }: { readonly seq: number; readonly unread: number }): string {
  return `${seq}.${unread}`;
}

/** Null for anything that is no position. */
export function positionOf(text: string | undefined): Position | null {
  const [, seq, unread] = /^(\d{1,15})\.(-?\d{1,15})$/.exec(text ?? "") ?? [];
  return seq === undefined ? null : { seq: Number(seq), unread: Number(unread) };
}
