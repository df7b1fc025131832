import { SECOND } from "#libs/kernel/clock.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import type { Logger } from "#libs/platform/log/logger.ts";

const LINE_EVERY_MS = 10 * SECOND;
/** A sender chooses the names in its packets, so the number of distinguished senders is limited. */
const MAX_SENDERS = 100;

interface Line {
  /** `elapsedMs` of the last line. */
  readonly at: number;
  /** Packets since then. */
  unlogged: number;
}

/**
 * Logs refused packets without letting a sender fill the log. The first of a reason and a sender is logged at once. After that one line in
 * ten seconds gives the number of unlogged packets.
 */
export function refusalLog(logger: Pick<Logger, "warn">): (reason: string, subject: string) => void {
  const lines = new Map<string, Line>();

  const keyOf = (reason: string, subject: string, now: number): string => {
    const key = `${reason} ${subject.split(".from.")[1] ?? ""}`;
    if (lines.has(key) || lines.size < MAX_SENDERS) return key;
    for (const [each, { at }] of lines) if (now - at >= LINE_EVERY_MS) lines.delete(each);
    return lines.size < MAX_SENDERS ? key : reason;
  };

  return (reason, subject) => {
    const now = elapsedMs();
    const key = keyOf(reason, subject, now);
    const last = lines.get(key);
    if (last && now - last.at < LINE_EVERY_MS) {
      last.unlogged++;
      return;
    }
    lines.set(key, { at: now, unlogged: 0 });
    logger.warn({ reason, subject, unlogged: last?.unlogged ?? 0 }, "bus packet refused");
  };
}
