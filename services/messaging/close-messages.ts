import { MINUTE } from "#libs/kernel/clock.ts";
import { type CloseDeps, closeMessage } from "./close-message.ts";
import type { ClosingDoc } from "./data/closing.store.ts";
import type { Deps } from "./deps.ts";
import { settleAll } from "./settle-all.ts";

type SweepDeps = CloseDeps & Pick<Deps, "config" | "logger" | "closings">;

const USERS_PER_RUN = 20;

/** A send that began before the request may commit a moment after it. */
const STRAGGLERS_MS = MINUTE;

/** Ends and refunds the open messages of banned users and creators, in bounded steps. */
export async function closeMessages(deps: SweepDeps): Promise<void> {
  for (const closing of await deps.closings.open(USERS_PER_RUN)) await closeFor(deps, closing);
}

async function closeFor(deps: SweepDeps, closing: ClosingDoc): Promise<void> {
  const at = deps.clock.now();
  const limit = deps.config.read("messaging.expire_batch");
  const { userId, reason } = closing;
  const open = reason === "USER_BANNED" ? await deps.messages.openOf(userId, limit) : await deps.messages.openPaidTo(userId, limit);
  await settleAll(deps.logger, open, (id) => closeMessage(deps, id, reason));
  const isOver = open.length === 0 && at.getTime() - closing.requestedAt.getTime() > STRAGGLERS_MS;
  await (isOver ? deps.closings.finish(closing) : deps.closings.swept(closing, at));
}
