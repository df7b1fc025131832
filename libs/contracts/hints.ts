/**
 * Plain broadcasts that may be lost: they only make a process look sooner at what it polls anyway.
 * Facts travel as durable events.
 */
export const HINTS = {
  /** A setting, a flag or a kill switch has changed. */
  configChanged: "hint.config-changed",
  /** A session was revoked, or a user vanished. */
  sessionsRevoked: "hint.sessions-revoked",
  /** There may be something new for the open streams of a user. */
  streamNews: "hint.stream-news",
} as const;
