/** One spelling of an address: the key of an account. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase();
}
