import type { EventContract } from "#libs/contract-kit/contract.ts";

/** A service that may publish an event. */
export function ownerOf({ owner }: Pick<EventContract, "owner">): string {
  return typeof owner === "string" ? owner : (owner[0] ?? "");
}
