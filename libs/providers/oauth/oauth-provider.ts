/** A sign-in that is about to begin in somebody's browser. */
export interface SignInRequest {
  /** Comes back with the answer; unguessable. */
  readonly state: string;
  /** Comes back inside the proof; unguessable. */
  readonly nonce: string;
  /** SHA-256 of the code verifier as base64url (RFC 7636). */
  readonly codeChallenge: string;
  readonly redirectUri: string;
}

/** What the browser brought back. */
export interface SignInAnswer {
  readonly code: string;
  readonly codeVerifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

/** Who somebody is elsewhere. */
export interface ExternalIdentity {
  /** Who says so; with `subject` the name of the account, for ever. */
  readonly issuer: string;
  readonly subject: string;
  /** Lower case; null when the provider does not tell. */
  readonly email: string | null;
  /** The provider made sure that the address belongs to the account. */
  readonly emailVerified: boolean;
  /** One line of at most 100 characters; null when the provider does not tell. */
  readonly displayName: string | null;
}

/** Somebody with whom people sign in. */
export interface OAuthProvider {
  /** Where the browser is sent. Throws ProviderFailure. */
  authorizationUrl(request: SignInRequest): Promise<string>;
  /** Who came back. Throws ProviderFailure; REFUSED: the code is not good, or the proof is not for this sign-in. */
  identify(answer: SignInAnswer): Promise<ExternalIdentity>;
}
