import { constantTimeEqual, hmacBase64Url } from "#libs/kernel/secrets.ts";

/** A sign-in with an external account that the owner of its address still has to confirm. */
export interface UnconfirmedSignIn {
  readonly provider: string;
  /** Keyed hash of issuer and subject. */
  readonly subjectHash: string;
  /** Empty when the provider sends none. */
  readonly email: string;
  readonly displayName: string | null;
  /** Hash of the key of the browser that began it: the owner of an address must not confirm the sign-in of another person. */
  readonly browserHash: string;
  /** When the terms were published that the person has accepted. */
  readonly acceptedTerms?: string | undefined;
}

const PURPOSE = "confirm-sign-in";

/** The token of the link that confirms a sign-in. It is signed, so nothing is stored for an address that may be of a stranger. */
export function confirmationToken(key: string, signIn: UnconfirmedSignIn, expiresAt: Date): string {
  const content = Buffer.from(JSON.stringify({ ...signIn, until: expiresAt.getTime() })).toString("base64url");
  return `${content}.${signatureOf(key, content)}`;
}

/** The sign-in of a token; null when it is not one of ours or has expired. */
export function readConfirmationToken(key: string, token: string, now: Date): UnconfirmedSignIn | null {
  const [content = "", signature = ""] = token.split(".");
  if (!constantTimeEqual(signature, signatureOf(key, content))) return null;
  const { until, ...signIn } = JSON.parse(Buffer.from(content, "base64url").toString()) as UnconfirmedSignIn & { readonly until: number };
  return now.getTime() < until ? signIn : null;
}

const signatureOf = (key: string, content: string): string => hmacBase64Url(key, `${PURPOSE}\n${content}`);
