/**
 * The id by which a stream recognizes a second copy. It contains the event, because owners of other events choose their ids freely and
 * could take it.
 */
export function messageId(event: string, id: string): string {
  return `${event}:${id}`;
}

/** The event id in a message id; in earlier releases the message id was the event id. */
export function factIdOf(messageId: string): string {
  return messageId.slice(messageId.lastIndexOf(":") + 1);
}
