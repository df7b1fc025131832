import "reflect-metadata";
import { createHash, createPublicKey, createSign, webcrypto } from "node:crypto";
import {
  BasicConstraintsExtension,
  CRLDistributionPointsExtension,
  cryptoProvider,
  Extension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { type Authenticator, attestation, byteString, type Made, word } from "./authenticator.ts";

const CURVE = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
/** The extension of Android that describes a key. */
const KEY_DESCRIPTION = "1.3.6.1.4.1.11129.2.1.17";

cryptoProvider.set(webcrypto);

interface Attested {
  readonly format: string;
  /** Where the certificates say that their revocation list is; absent: the passkey attests itself. */
  readonly revocationList?: string;
}

/** A passkey with a statement about the authenticator that made it. The certificates are from an authority of its own. */
export async function createAttested(authenticator: Authenticator, challenge: string, { format, revocationList }: Attested): Promise<Made> {
  const { id, response } = authenticator.create(challenge);
  const made = Buffer.from(response.attestationObject, "base64url");
  const data = made.subarray(made.indexOf("authData") + "authData".length + 3);
  const clientHash = createHash("sha256").update(Buffer.from(response.clientDataJSON, "base64url")).digest();
  const signature = createSign("sha256")
    .update(Buffer.concat([data, clientHash]))
    .sign(authenticator.privateKey);
  const signed = [word("alg"), Buffer.from([0x26]), word("sig"), byteString(signature)];
  const certificates = revocationList === undefined ? [] : await certified(authenticator, clientHash, revocationList);
  const chain = certificates.map(({ rawData }) => byteString(Buffer.from(rawData)));
  const statement = chain.length === 0 ? [Buffer.from([0xa2]), ...signed] : [Buffer.from([0xa3]), ...signed, word("x5c"), list(chain)];
  const attestationObject = attestation(data, format, Buffer.concat(statement)).toString("base64url");
  return { id, response: { ...response, attestationObject } };
}

const list = (items: readonly Buffer[]) => Buffer.concat([Buffer.from([0x80 + items.length]), ...items]);

/** The certificate of a passkey, and that of its authority. */
async function certified({ privateKey }: Authenticator, clientHash: Buffer, revocationList: string): Promise<X509Certificate[]> {
  const keys = await webcrypto.subtle.generateKey(CURVE, true, ["sign", "verify"]);
  const name = "C=DE, O=Maker, OU=Authenticator Attestation, CN=Authority";
  const authority = await X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    signingAlgorithm: CURVE,
    extensions: [new BasicConstraintsExtension(true, 2, true)],
  });
  const leaf = await X509CertificateGenerator.create({
    subject: name.replace("Authority", "Model"),
    issuer: authority.subject,
    publicKey: createPublicKey(privateKey).toCryptoKey(CURVE, true, ["verify"]),
    signingKey: keys.privateKey,
    signingAlgorithm: CURVE,
    extensions: [
      new BasicConstraintsExtension(false),
      new CRLDistributionPointsExtension([revocationList]),
      new Extension(KEY_DESCRIPTION, false, keyDescription(clientHash)),
    ],
  });
  return [leaf, authority];
}

/** `{3, trusted, 4, trusted, challenge, "", {}, {}}` in DER. */
function keyDescription(challenge: Buffer): Buffer {
  const versions = [0x02, 0x01, 0x03, 0x0a, 0x01, 0x01, 0x02, 0x01, 0x04, 0x0a, 0x01, 0x01];
  return Buffer.from([0x30, 0x34, ...versions, 0x04, 0x20, ...challenge, 0x04, 0x00, 0x30, 0x00, 0x30, 0x00]);
}
