import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from "@simplewebauthn/server/helpers";
import { siteAddress } from "#libs/kernel/site-address.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";

/** What is known of a passkey. */
interface Passkey {
  readonly credentialId: string;
  /** As base 64. */
  readonly publicKey: string;
  readonly counter: number;
}

/** A passkey that a browser has just made. */
interface MadePasskey {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string };
}

/** What a passkey has signed. */
export interface SignedPasskey {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | null | undefined;
  };
}

type SiteConfig = Pick<ConfigReader, "read">;

/** ES256, RS256 and EdDSA, as COSE numbers them. */
const ALGORITHMS = [-7, -257, -8];
const TIMEOUT_MS = 300_000;

/** The site as authenticators know it. A passkey is good for one host; loopback addresses share `localhost`. */
function relyingParty(config: SiteConfig) {
  const { origin, hostname } = new URL(siteAddress(config.read("site.public_host")));
  return { origin, id: hostname };
}

/** What the site calls a user towards authenticators. */
export const userHandle = (userId: string): string => Buffer.from(userId).toString("base64url");

const descriptors = (credentialIds: readonly string[]) => credentialIds.map((id) => ({ type: "public-key" as const, id }));

/** Asks for one of these passkeys; without any, for each that the browser knows. The token of the challenge is what they sign. */
export function passkeyRequest(config: SiteConfig, challengeToken: string, credentialIds: readonly string[] = []) {
  return {
    challenge: challengeToken,
    rpId: relyingParty(config).id,
    timeout: TIMEOUT_MS,
    userVerification: "required" as const,
    allowCredentials: descriptors(credentialIds),
  };
}

/** Asks for a new passkey. An authenticator that has one of the user already makes no second one. */
export function passkeyCreation(
  config: ConfigReader,
  challengeToken: string,
  { _id, email }: { readonly _id: string; readonly email: string },
  credentialIds: readonly string[],
) {
  return {
    rp: { id: relyingParty(config).id, name: config.read("siteName") },
    user: { id: userHandle(_id), name: email, displayName: email },
    challenge: challengeToken,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
    timeout: TIMEOUT_MS,
    excludeCredentials: descriptors(credentialIds),
    authenticatorSelection: { residentKey: "required" as const, requireResidentKey: true, userVerification: "required" as const },
    attestation: "none" as const,
  };
}

const expectedOf = (config: SiteConfig, challengeToken: string) => {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(config);
  return { expectedChallenge: challengeToken, expectedOrigin, expectedRPID, requireUserVerification: true };
};

/** The public key of a passkey that answers a challenge; null when it does not. */
export async function madePasskey(config: SiteConfig, challengeToken: string, { id, response }: MadePasskey): Promise<Passkey | null> {
  const made = { id, rawId: id, type: "public-key", response, clientExtensionResults: {} } as const;
  const expected = { ...expectedOf(config, challengeToken), supportedAlgorithmIDs: ALGORITHMS };
  const verified = await orNull(async () =>
    isUncertified(response) && isOwnPage(response) ? verifyRegistrationResponse({ ...expected, response: made }) : null,
  );
  if (!verified?.verified) return null;
  const { id: credentialId, publicKey, counter } = verified.registrationInfo.credential;
  return credentialId === id ? { credentialId, publicKey: Buffer.from(publicKey).toString("base64url"), counter } : null;
}

/** Whether the browser was at a page of the site, and not at a foreign page with the site in a frame. */
const isOwnPage = ({ clientDataJSON }: { readonly clientDataJSON: string }): boolean => !decodeClientDataJSON(clientDataJSON).crossOrigin;

/**
 * Whether an attestation has no certificates. We ask for none, and the library fetches the revocation lists of any that come, wherever these
 * are. Browsers may leave a passkey that attests itself as it is.
 */
function isUncertified({ attestationObject }: MadePasskey["response"]): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get("fmt");
  return format === "none" || (format === "packed" && attestation.get("attStmt").get("x5c") === undefined);
}

/** The counter of a passkey that has signed a challenge; null when it has not, or when its counter did not rise. */
export async function signedCounter(
  config: SiteConfig,
  challengeToken: string,
  { credentialId, publicKey, counter }: Passkey,
  { id, response: { clientDataJSON, authenticatorData, signature } }: SignedPasskey,
): Promise<number | null> {
  const response = { clientDataJSON, authenticatorData, signature };
  const signed = { id, rawId: id, type: "public-key", response, clientExtensionResults: {} } as const;
  const credential = { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter };
  const expected = expectedOf(config, challengeToken);
  const verified = await orNull(async () =>
    isOwnPage(response) ? verifyAuthenticationResponse({ ...expected, response: signed, credential }) : null,
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

/** The library throws for each answer that it refuses, malformed or forged. */
const orNull = <T>(verify: () => Promise<T>): Promise<T | null> => verify().catch(() => null);
