/** A token from a mail. The reader may have pasted the whole address, with the token after `#`. */
export function pastedToken(given: string): string {
  const [, fragment] = given.trim().split("#", 2);
  return fragment === undefined ? given.trim() : (new URLSearchParams(fragment).get("token") ?? "");
}
