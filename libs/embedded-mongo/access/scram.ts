import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { MongoError } from "../values/mongo-error.ts";

/**
 * The stored form of a password for SCRAM-SHA-256 (RFC 5802, RFC 7677), all in base64. The server can verify the password, but cannot
 * recover it.
 */
export interface ScramCredentials {
  readonly iterations: number;
  readonly salt: string;
  readonly storedKey: string;
  readonly serverKey: string;
}

/** MongoDB's default; drivers refuse fewer than 4096. */
const ITERATIONS = 15_000;
const SALT_BYTES = 28;
const KEY_BYTES = 32;
const NONCE_BYTES = 24;
const UNBOUND_CHANNEL = "n,,";

const derive = promisify(pbkdf2);
const sha256 = (bytes: Buffer): Buffer => createHash("sha256").update(bytes).digest();
const hmac = (key: Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const xor = (left: Buffer, right: Buffer): Buffer => Buffer.from(left.map((byte, index) => byte ^ (right[index] ?? 0)));

/** Salts a password with a salt of its own. The password should be ASCII: other characters are normalized, not prepared as RFC 4013 says. */
export async function createScramCredentials(password: string): Promise<ScramCredentials> {
  const salt = randomBytes(SALT_BYTES);
  const salted = await derive(password.normalize("NFKC"), salt, ITERATIONS, KEY_BYTES, "sha256");
  return {
    iterations: ITERATIONS,
    salt: salt.toString("base64"),
    storedKey: sha256(hmac(salted, "Client Key")).toString("base64"),
    serverKey: hmac(salted, "Server Key").toString("base64"),
  };
}

export const authenticationFailed = (): MongoError => new MongoError(18, "AuthenticationFailed", "Authentication failed.");

/** The attributes of a message, such as `r` of `n=ann,r=abc`. */
const attributesOf = (message: string): ReadonlyMap<string, string> =>
  new Map(message.split(",").map((attribute) => [attribute.slice(0, 1), attribute.slice(2)]));

/** The server's part of one sign-in: the client's first message, the challenge, the proof, the server's signature. */
export class ScramConversation {
  /** The name as the client gave it; it is proved when `verify` has returned. */
  readonly userName: string;
  /** The first reply of the server. */
  readonly challenge: string;
  readonly #credentials: ScramCredentials;
  readonly #nonce: string;
  readonly #firstMessage: string;

  /** Throws AuthenticationFailed for a message that is not the beginning of a sign-in without channel binding. */
  constructor(message: string, credentialsOf: (name: string) => ScramCredentials) {
    if (!message.startsWith(UNBOUND_CHANNEL)) throw authenticationFailed();
    this.#firstMessage = message.slice(UNBOUND_CHANNEL.length);
    const attributes = attributesOf(this.#firstMessage);
    const [name, nonce] = [attributes.get("n"), attributes.get("r")];
    if (!name || !nonce) throw authenticationFailed();
    this.userName = name.replaceAll("=2C", ",").replaceAll("=3D", "=");
    this.#credentials = credentialsOf(this.userName);
    this.#nonce = nonce + randomBytes(NONCE_BYTES).toString("base64");
    this.challenge = `r=${this.#nonce},s=${this.#credentials.salt},i=${this.#credentials.iterations}`;
  }

  /** Verifies the client's proof and returns the server's signature. Throws AuthenticationFailed for a wrong one. */
  verify(message: string): string {
    const proofAt = message.lastIndexOf(",p=");
    const withoutProof = message.slice(0, Math.max(proofAt, 0));
    const attributes = attributesOf(withoutProof);
    if (attributes.get("c") !== Buffer.from(UNBOUND_CHANNEL).toString("base64") || attributes.get("r") !== this.#nonce)
      throw authenticationFailed();
    const storedKey = Buffer.from(this.#credentials.storedKey, "base64");
    const serverKey = Buffer.from(this.#credentials.serverKey, "base64");
    const signed = `${this.#firstMessage},${this.challenge},${withoutProof}`;
    const clientKey = xor(Buffer.from(message.slice(proofAt + 3), "base64"), hmac(storedKey, signed));
    if (!timingSafeEqual(sha256(clientKey), storedKey)) throw authenticationFailed();
    return `v=${hmac(serverKey, signed).toString("base64")}`;
  }
}
