import { utcDay } from "#libs/kernel/clock.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { escrowOf } from "../data/escrow.store.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { netOf } from "../domain/earning-reversal.ts";
import type { Escrow } from "../domain/escrow.ts";
import { moveInHold } from "../domain/wallet.ts";

export type MoveDeps = Pick<Deps, "clock">;

/** The escrow of an answer, loaded with the wallet of its creator. */
export async function loadEarnings(set: WorkingSet, messageId: string): Promise<Escrow | null> {
  await set.load([escrowOf(messageId)]);
  const escrow = set.get(escrowOf(messageId));
  if (escrow) await set.load([walletOf(escrow.creatorId, "CREATOR")]);
  return escrow;
}

/** Gives the earnings of an answer another day. Those that a dispute has stopped are in hold under no day. */
export function moveDay({ clock }: MoveDeps, set: WorkingSet, before: Escrow, after: Escrow): void {
  set.put(escrowOf(before.messageId), after);
  const key = walletOf(before.creatorId, "CREATOR");
  const wallet = set.get(key);
  if (before.stopped || !wallet) return;
  const days = { today: utcDay(clock.now()), from: before.availableOn ?? "", to: after.availableOn ?? "" };
  set.put(key, moveInHold(wallet, netOf(before), days));
}
