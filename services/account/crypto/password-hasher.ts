import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { boundedQueue } from "./bounded-queue.ts";

const derive = promisify(argon2);

const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** One hash takes 19 MiB and about 40 ms of a core; the thread pool of the process has four threads. */
const CONCURRENCY = 2;
/** Tasks further back in the queue would wait longer than a client does. */
const MAX_WAITING = 80;

/** argon2id in the PHC string format. */
const FORM = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{1,100})\$([A-Za-z0-9+/]{1,100})$/;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Compares in constant time. Without a stored hash it takes as long and returns false.
   * @param precondition called when the comparison had to wait in the queue; when it rejects, the password is not compared
   */
  matches(password: string, stored: string | undefined, precondition?: () => Promise<void>): Promise<boolean>;
}

/** Hashes passwords off the event loop, a few at a time. Both methods throw error.service_unavailable (503) when too many wait. */
export function passwordHasher(): PasswordHasher {
  const queue = boundedQueue({ concurrency: CONCURRENCY, maxWaiting: MAX_WAITING });
  const noHash = encode(COST, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));
  return {
    hash: (password) =>
      queue(async () => {
        const salt = randomBytes(SALT_BYTES);
        return encode(COST, salt, await digest(password, { ...COST, salt, length: TAG_BYTES }));
      }),
    matches: (password, stored, precondition) =>
      queue(async (waited) => {
        if (waited) await precondition?.();
        const { tag, ...cost } = decode(stored ?? noHash);
        const actual = await digest(password, { ...cost, length: tag.length });
        return timingSafeEqual(actual, tag) && stored !== undefined;
      }),
  };
}

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** Normalizes the password: two systems may compose the accents of the same password differently. */
function digest(password: string, { salt, length, ...cost }: Cost & { salt: Buffer; length: number }): Promise<Buffer> {
  return derive("argon2id", { message: password.normalize("NFC"), nonce: salt, tagLength: length, ...cost });
}

function encode({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string {
  const unpadded = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

function decode(stored: string): Cost & { readonly salt: Buffer; readonly tag: Buffer } {
  const [whole, memory, passes, parallelism, salt = "", tag = ""] = FORM.exec(stored) ?? [];
  if (whole === undefined) throw new Error("a stored password hash has an unknown format");
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}
