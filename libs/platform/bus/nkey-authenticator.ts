import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { type Authenticator, nkeys } from "nats";

/** The bytes before the seed of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
/** First byte of the public key of a user, so that its text begins with U. */
const USER = 20 << 3;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const TEXT_LENGTH = 56;

/**
 * Proves the key of a seed to the bus, like `nkeyAuthenticator` of the client. That one computes in JavaScript, which costs 80 ms at the
 * start of each process and 15 ms for each further connection. The seed is read at every connect.
 */
export function nkeySigner(seed: () => string): Authenticator {
  return (nonce) => {
    const raw = rawSeedOf(seed());
    const key = createPrivateKey({ key: Buffer.concat([PKCS8, raw]), format: "der", type: "pkcs8" });
    const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-raw.length);
    return { nkey: textOf(publicKey), sig: nonce ? sign(null, Buffer.from(nonce), key).toString("base64") : "" };
  };
}

/** The 32 bytes between kind and checksum. Throws for an invalid seed. */
function rawSeedOf(text: string): Buffer {
  nkeys.fromSeed(new TextEncoder().encode(text));
  const bits = [...text].reduce((sum, letter) => sum * BigInt(BASE32.length) + BigInt(BASE32.indexOf(letter)), 0n);
  return Buffer.from((bits >> 2n).toString(16).padStart(72, "0"), "hex").subarray(2, 34);
}

/** A public key as the bus writes it: its kind, the key and a checksum, in base32. */
function textOf(publicKey: Buffer): string {
  const body = Buffer.concat([Buffer.of(USER), publicKey]);
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16LE(crc16(body));
  const digits = BigInt(`0x${Buffer.concat([body, checksum]).toString("hex")}`)
    .toString(BASE32.length)
    .padStart(TEXT_LENGTH, "0");
  return digits.replace(/./g, (digit) => BASE32[Number.parseInt(digit, BASE32.length)] ?? "");
}

/** CRC-16/XMODEM */
function crc16(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}
