import type { Send } from "#libs/client/send.ts";

/** What is asked later than this after the last key or pointer is asked by the page itself. */
const ATTENDED_MS = 60_000;

let handAt = 0;

/** The reader is there. */
export function noteHand(): void {
  handAt = performance.now();
}

/** Says of what is sent in the absence of the reader that it does not prolong the session. */
export const attended =
  (send: Send): Send =>
  (request) => {
    if (performance.now() - handAt > ATTENDED_MS) request.headers.set("X-Unattended", "1");
    return send(request);
  };
