import type { HintContract } from "./contract.ts";

/** A broker or the context of a call. */
interface Broadcaster {
  /** Moleculer's type declares a promise; without listeners it returns none. */
  broadcast(name: string, payload: unknown): unknown;
}

/** Broadcasts a hint. Never fails: a lost hint costs time only. */
export function sendHint(broadcaster: Broadcaster | null, { name }: HintContract, payload: unknown = {}): void {
  void Promise.resolve(broadcaster?.broadcast(name, payload)).catch(() => undefined);
}
