/** A sign-in that starts in the browser of a user. */
export interface SignInRequest {
  /** Unguessable; the browser returns it with the code. */
  readonly state: string;
  /** Unguessable; the provider returns it inside the ID token. */
  readonly nonce: string;
  /** SHA-256 of the code verifier as base64url (RFC 7636). */
  readonly codeChallenge: string;
  readonly redirectUri: string;
}

/** The end of a sign-in: the browser has returned from the provider. */
export interface SignInAnswer {
  readonly code: string;
  readonly codeVerifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

/** An account at a provider. */
export interface ExternalIdentity {
  /** The provider; together with `subject` the permanent id of the account. */
  readonly issuer: string;
  readonly subject: string;
  /** Lower case; null when the provider does not send one. */
  readonly email: string | null;
  /** Whether the provider has verified that the address belongs to the account; null when it does not say. */
  readonly emailVerified: boolean | null;
  /** A single line of at most 100 characters; null when the provider does not send one. */
  readonly displayName: string | null;
}

/** Port of sign-ins with an account at a provider. */
export interface OAuthProvider {
  /** The page to which the browser is sent. Throws ProviderFailure. */
  authorizationUrl(request: SignInRequest): Promise<string>;
  /** The account that has signed in. Throws ProviderFailure; REFUSED: the code is invalid, or the ID token does not belong to this sign-in. */
  identify(answer: SignInAnswer): Promise<ExternalIdentity>;
}
