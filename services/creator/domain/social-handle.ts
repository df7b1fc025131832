/** A handle as it is compared and kept: platforms do not tell case, width and a leading @ apart. */
export function plainHandle(handle: string): string {
  return handle.normalize("NFKC").replace(/^@/, "").toLowerCase();
}
