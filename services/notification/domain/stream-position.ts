/** The state of a stream: the last notification and the last unread count that it has sent. */
export interface StreamPosition {
  readonly seq: number;
  /** Null: no count was sent yet. */
  readonly unread: number | null;
}

export function formatPosition({ seq, unread }: { readonly seq: number; readonly unread: number }): string {
  return `${seq}.${unread}`;
}

/** Null for a malformed position. */
export function parsePosition(text: string | undefined): StreamPosition | null {
  const [, seq, unread] = /^(\d{1,15})\.(-?\d{1,15})$/.exec(text ?? "") ?? [];
  return seq === undefined ? null : { seq: Number(seq), unread: Number(unread) };
}
