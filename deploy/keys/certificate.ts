import "reflect-metadata";
import { webcrypto } from "node:crypto";
import {
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { DAY } from "#libs/kernel/clock.ts";

/** A certificate and its private key, as PEM. */
export interface Certified {
  readonly certificate: string;
  readonly key: string;
}

const VALID_DAYS = 90;
const RENEWED_BELOW_DAYS = 30;
const CURVE = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const SIGNING = { name: "ECDSA", hash: "SHA-256" } as const;

cryptoProvider.set(webcrypto);

/** Whether a certificate is due for renewal. */
export function isExpiring(pem: string, now: Date): boolean {
  return new X509Certificate(pem).notAfter.getTime() - now.getTime() < RENEWED_BELOW_DAYS * DAY;
}

/** An authority that signs the certificate of the bus and nothing else. */
export async function newAuthority(now: Date): Promise<Certified> {
  const keys = await webcrypto.subtle.generateKey(CURVE, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...validity(now),
    name: "CN=creator-platform bus authority",
    signingAlgorithm: SIGNING,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  return { certificate: certificate.toString("pem"), key: await pemOf(keys.privateKey) };
}

/** The certificate of a server. @param hosts names and addresses by which clients know it */
export async function newServerCertificate(authority: Certified, hosts: readonly string[], now: Date): Promise<Certified> {
  const keys = await webcrypto.subtle.generateKey(CURVE, true, ["sign", "verify"]);
  const issuer = new X509Certificate(authority.certificate);
  const signingKey = await webcrypto.subtle.importKey("pkcs8", PemConverter.decodeFirst(authority.key), CURVE, false, ["sign"]);
  const certificate = await X509CertificateGenerator.create({
    ...validity(now),
    subject: "CN=creator-platform bus",
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: SIGNING,
    extensions: [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        hosts.map((host) => ({ type: /^[\d.]+$|:/.test(host) ? ("ip" as const) : ("dns" as const), value: host })),
      ),
    ],
  });
  return { certificate: certificate.toString("pem"), key: await pemOf(keys.privateKey) };
}

/** Valid from an hour ago, for clocks that differ. */
function validity(now: Date): { readonly notBefore: Date; readonly notAfter: Date } {
  return { notBefore: new Date(now.getTime() - DAY / 24), notAfter: new Date(now.getTime() + VALID_DAYS * DAY) };
}

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY");
}
