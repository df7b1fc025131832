/** The longest beginning of a text that has at most this many bytes as UTF-8; no character is cut in two. */
export function cutToBytes(text: string, bytes: number): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });
}
