import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";

/** A client that repeats each request until it knows the outcome, and judges every answer. */
export interface RetryingClient {
  /** Number of answers with each status. */
  readonly statuses: Map<number, number>;
  /** Answers that are wrong under any fault. */
  readonly wrong: string[];
  once(ask: () => Promise<Reply>): Promise<Reply>;
  /** Repeats a request (the same key each time) until its answer is final. */
  untilAnswered(ask: () => Promise<Reply>): Promise<Reply>;
}

const UNKNOWN_OUTCOME = new Set([503, 504]);

export function retryingClient(): RetryingClient {
  const statuses = new Map<number, number>();
  const wrong: string[] = [];
  const judge = (reply: Reply): Reply => {
    const { status, body } = reply;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const isKnown = status < 500 || (UNKNOWN_OUTCOME.has(status) && typeof body?.error.i18nKey === "string");
    if (!isKnown) wrong.push(`${status} ${JSON.stringify(body)}`);
    return reply;
  };
  return {
    statuses,
    wrong,
    once: async (ask) => judge(await ask()),
    untilAnswered: (ask) =>
      eventually(async () => {
        const reply = judge(await ask());
        const isRunning = reply.status === 409 && reply.body.error.code === "IDEMPOTENCY_IN_PROGRESS";
        if (reply.status >= 500 || isRunning) throw new Error(`no final answer: ${JSON.stringify(reply.body)}`);
        return reply;
      }),
  };
}
