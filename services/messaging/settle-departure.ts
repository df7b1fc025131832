import type { DataSubject } from "#libs/personal-data/personal-data.ts";
import { type CloseDeps, closeMessage } from "./close-message.ts";
import type { Deps } from "./deps.ts";
import { settleAll } from "./settle-all.ts";

/** Ends what a leaving user has open, as fan and as creator. A bounded number at a time; true when nothing was open. */
export async function settleDeparture(
  deps: CloseDeps & Pick<Deps, "config" | "logger">,
  { userId }: Pick<DataSubject, "userId">,
): Promise<boolean> {
  const open = await deps.messages.openOf(userId, deps.config.read("messaging.expire_batch"));
  await settleAll(deps.logger, open, (id) => closeMessage(deps, id, "ACCOUNT_DELETED"));
  return open.length === 0;
}
