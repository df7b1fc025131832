import { randomBytes as bytes, randomUUIDv7 } from "node:crypto";

/** The one source of chance for ids, secrets, nonces and pauses. */
export interface Random {
  bytes(size: number): Buffer;
  /** A UUID v7. */
  uuid(): string;
  /** 0 ≤ n < 1; not for secrets. */
  fraction(): number;
}

/** That of the machine. @internal for tests */
export const systemRandom: Random = { bytes, uuid: () => randomUUIDv7(), fraction: Math.random };

let random = systemRandom;

export function randomBytes(size: number): Buffer {
  return random.bytes(size);
}

export function randomUuid(): string {
  return random.uuid();
}

/** 0 ≤ n < 1; not for secrets. */
export function randomFraction(): number {
  return random.fraction();
}

/** Lets a simulation repeat a run. @internal for tests */
export function useRandom(replacement: Random): void {
  random = replacement;
}
