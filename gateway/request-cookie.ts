import type { IncomingHttpHeaders } from "node:http";

/** The value of a cookie that came with a request. */
export function cookieOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  for (const pair of (headers.cookie ?? "").split(";")) {
    const [key = "", ...rest] = pair.split("=");
    if (key.trim() === name) return decoded(rest.join("=").trim());
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
