import type { addPasskey, askForPasskey, startPasskey } from "#libs/contracts/account/passkeys.ts";
import type { verifySecondFactor } from "#libs/contracts/account/second-factors.ts";

type Sent<C extends { readonly shape?: unknown }> = NonNullable<C["shape"]> extends { readonly send: infer S } ? S : never;
type Answered<C extends { readonly shape?: unknown }> = NonNullable<C["shape"]> extends { readonly return: infer R } ? R : never;

/** What asks for a passkey. */
export type PasskeyQuestion = Pick<Answered<typeof askForPasskey>, "challengeToken" | "publicKey">;
type Creation = Answered<typeof startPasskey>["publicKey"];
type Made = Sent<typeof addPasskey>["credential"];
/** What a passkey has signed. */
export type Signed = NonNullable<Sent<typeof verifySecondFactor>["credential"]>;

/** The address to open for a passkey of a host; null: this one. A passkey needs https, or localhost, and a name in place of numbers. */
export function passkeyAddress(rpId: string): string | null {
  const { hostname, port } = location;
  if (isSecureContext && hostname === rpId) return null;
  return `${rpId === "localhost" ? "http" : "https"}://${rpId}${port && `:${port}`}`;
}

/** Makes a passkey; null when the reader did not want to. */
export async function makePasskey({ challenge, user, excludeCredentials, ...options }: Creation): Promise<Made | null> {
  const made = await unlessRefused(
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytes(challenge),
        user: { ...user, id: bytes(user.id) },
        excludeCredentials: inBytes(excludeCredentials),
      },
    }),
  );
  if (!made) return null;
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return { id: made.id, response: { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) } };
}

/** A numeric address has no passkeys. */
const NUMERIC = /^[\d.]+$|^\[/;

/** Whether this browser offers passkeys among what it fills into a field. */
export async function fillsInPasskeys(): Promise<boolean> {
  const { PublicKeyCredential: passkeys } = globalThis as Partial<typeof globalThis>;
  if (NUMERIC.test(location.hostname)) return false;
  return (await passkeys?.isConditionalMediationAvailable?.()) ?? false;
}

/**
 * Signs with a passkey that the reader chooses; null when the reader did not want to.
 * @param inField the browser offers passkeys in the field for the address, without a window, until the signal ends that
 */
export async function signWithPasskey(
  { challenge, allowCredentials, ...options }: PasskeyQuestion["publicKey"],
  inField?: AbortSignal,
): Promise<Signed | null> {
  const publicKey = { ...options, challenge: bytes(challenge), allowCredentials: inBytes(allowCredentials) };
  const signed = await unlessRefused(
    navigator.credentials.get({ publicKey, ...(inField && { mediation: "conditional", signal: inField }) }),
  );
  if (!signed) return null;
  const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response as AuthenticatorAssertionResponse;
  return {
    id: signed.id,
    response: {
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      ...(userHandle && { userHandle: text(userHandle) }),
    },
  };
}

/** Browsers do not tell a reader who cancels from one who has no passkey; they have told the reader themselves. */
async function unlessRefused(answer: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await answer) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name)) return null;
    throw error;
  }
}

const inBytes = (credentials: PasskeyQuestion["publicKey"]["allowCredentials"]) =>
  credentials.map(({ id, type }) => ({ type, id: bytes(id) }));

/** WebAuthn has bytes, the interface base 64 for URLs. Browsers convert them themselves only since 2025. */
const bytes = (encoded: string) =>
  Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

const text = (buffer: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
