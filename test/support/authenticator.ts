import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

/** What an authenticator is asked to sign for; a test changes it to sign for another site. */
interface Site {
  readonly origin: string;
  readonly rpId: string;
}

/** The site of a test system, whose host is a loopback address. */
const SITE: Site = { origin: "http://localhost:3000", rpId: "localhost" };

/** How an answer differs from that of an honest authenticator. */
interface Deviations extends Partial<Site> {
  /** False: the authenticator did not verify its user. */
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  /** True: a page of another site had the site in a frame. */
  readonly crossOrigin?: boolean;
}

/** An authenticator with one passkey, in software. */
export interface Authenticator {
  readonly credentialId: string;
  readonly privateKey: KeyObject;
  create(challenge: string, deviations?: Deviations): Made;
  sign(challenge: string, deviations?: Deviations): Signed;
}

export interface Made {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string };
}

interface Signed {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string;
  };
}

/** Flags of authenticator data (WebAuthn 6.1). */
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

const base64 = (bytes: Buffer) => bytes.toString("base64url");
const sha256 = (content: Buffer | string) => createHash("sha256").update(content).digest();

/** @param credentialId a random one when absent */
export function createAuthenticator(credentialId: string = base64(randomBytes(16))): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const clientData = (type: string, challenge: string, { origin = SITE.origin, crossOrigin }: Deviations) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
  return {
    credentialId,
    privateKey,
    create(challenge, deviations = {}) {
      const { rpId = SITE.rpId, isVerified = true, counter = 0 } = deviations;
      const id = Buffer.from(credentialId, "base64url");
      const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, coseKey(publicKey)]);
      const data = Buffer.concat([authenticatorData(rpId, isVerified, counter, ATTESTED), attested]);
      return {
        id: credentialId,
        response: {
          clientDataJSON: base64(clientData("webauthn.create", challenge, deviations)),
          attestationObject: base64(attestation(data)),
        },
      };
    },
    sign(challenge, deviations = {}) {
      const { rpId = SITE.rpId, isVerified = true, counter = 0, userHandle } = deviations;
      const data = authenticatorData(rpId, isVerified, counter, 0);
      const client = clientData("webauthn.get", challenge, deviations);
      const signature = createSign("sha256")
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      const response = { clientDataJSON: base64(client), authenticatorData: base64(data), signature: base64(signature) };
      return { id: credentialId, response: { ...response, ...(userHandle !== undefined && { userHandle }) } };
    },
  };
}

function authenticatorData(rpId: string, isVerified: boolean, counter: number, flags: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([PRESENT | flags | (isVerified ? VERIFIED : 0)]), count]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** A public key of P-256 as COSE writes it: `{1: 2, 3: -7, -1: 1, -2: x, -3: y}` in CBOR. */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const coordinate = (label: number, value: string) => Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, "base64url")]);
  return Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]), coordinate(0x21, x), coordinate(0x22, y)]);
}

/** `{fmt, attStmt, authData}` in CBOR. Without a statement nothing is attested. */
export function attestation(data: Buffer, format = "none", statement: Buffer = Buffer.from([0xa0])): Buffer {
  const head = [Buffer.from([0xa3]), word("fmt"), word(format), word("attStmt"), statement, word("authData")];
  return Buffer.concat([...head, byteString(data)]);
}

/** A text of at most 23 bytes in CBOR. */
export const word = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** Bytes in CBOR. */
export const byteString = (bytes: Buffer) => Buffer.concat([Buffer.from([0x59]), uint16(bytes.length), bytes]);
