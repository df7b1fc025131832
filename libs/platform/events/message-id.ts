/** By what a stream recognizes a second copy: owners of other facts, who choose their ids themselves, cannot take it. */
export function messageId(event: string, id: string): string {
  return `${event}:${id}`;
}

/** The id of the fact in a message id; before, it was all of it. */
export function factIdOf(messageId: string): string {
  return messageId.slice(messageId.lastIndexOf(":") + 1);
}
