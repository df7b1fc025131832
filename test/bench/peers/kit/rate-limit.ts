import type { IncomingHttpHeaders } from "node:http";

/** Never reached: the load measures the cost of counting, not of refusing. */
const LIMIT = 1_000_000_000;
const WINDOW_MS = 60_000;

const windows = new Map<string, { count: number; readonly until: number }>();

/** Counts a request in a fixed window in this process, and returns whether it is within the limit. */
export function isWithinLimit(key: string): boolean {
  const now = Date.now();
  let window = windows.get(key);
  if (!window || now >= window.until) {
    window = { count: 0, until: now + WINDOW_MS };
    windows.set(key, window);
  }
  window.count += 1;
  return window.count <= LIMIT;
}

/** The address of a client, as a proxy names it. */
export function clientAddress(headers: IncomingHttpHeaders, remote: string | undefined): string {
  const [connecting, forwarded] = [headers["cf-connecting-ip"], headers["x-forwarded-for"]];
  if (typeof connecting === "string") return connecting;
  const [first] = (typeof forwarded === "string" ? forwarded : "").split(",");
  return first?.trim() || remote || "";
}
