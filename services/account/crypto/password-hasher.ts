import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { boundedQueue } from "./bounded-queue.ts";

const derive = promisify(argon2);

const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Each takes 19 MiB and about 40 ms of a core; the thread pool has four threads for the whole process. */
const CONCURRENCY = 2;
/** Behind so many others a hash would come later than anybody waits for it. */
const MAX_WAITING = 80;

/** argon2id in the PHC string format. */
const FORM = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{1,100})\$([A-Za-z0-9+/]{1,100})$/;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Compares in constant time. Without a stored hash it works as long and answers false.
   * @param admit asked when the turn has come: by then the answer may not be wanted any more; its rejection is passed on
   */
  matches(password: string, stored: string | undefined, admit?: () => Promise<void>): Promise<boolean>;
}

/** Passwords off the event loop, a few at a time. Both methods throw error.service_unavailable (503) when too many wait. */
export function passwordHasher(): PasswordHasher {
  const queue = boundedQueue({ concurrency: CONCURRENCY, maxWaiting: MAX_WAITING });
  const noHash = encode(COST, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));
  return {
    hash: (password) =>
      queue(async () => {
        const salt = randomBytes(SALT_BYTES);
        return encode(COST, salt, await digest(password, { ...COST, salt, length: TAG_BYTES }));
      }),
    matches: (password, stored, admit) =>
      queue(async () => {
        await admit?.();
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

/** The same password typed on two systems may differ in how its accents are composed. */
function digest(password: string, { salt, length, ...cost }: Cost & { salt: Buffer; length: number }): Promise<Buffer> {
  return derive("argon2id", { message: password.normalize("NFC"), nonce: salt, tagLength: length, ...cost });
}

function encode({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(tag)}`;
}

function decode(stored: string): Cost & { readonly salt: Buffer; readonly tag: Buffer } {
  const [whole, memory, passes, parallelism, salt = "", tag = ""] = FORM.exec(stored) ?? [];
  if (whole === undefined) throw new Error("a stored password hash has an unknown form");
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}
