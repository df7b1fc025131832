/** A token from a mail. What the reader pasted may be the whole address that it stands in, behind `#`. */
export function pastedToken(given: string): string {
  const [, fragment] = given.trim().split("#", 2);
  return fragment === undefined ? given.trim() : (new URLSearchParams(fragment).get("token") ?? "");
}
