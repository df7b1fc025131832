/** An email to one person, ready to be sent. */
export interface Email {
  readonly to: string;
  /** A single line, at most 200 characters. */
  readonly subject: string;
  /** Plain text, at most 100,000 characters. */
  readonly text: string;
  /** The same text as HTML, at most 200,000 characters. Texts of users are escaped in it. */
  readonly html?: string | undefined;
  /** Letters, digits, underscores and hyphens; the same for every attempt to send this email, so that the receiver can drop a copy. */
  readonly id?: string | undefined;
  /** The type of email, for example verify_email; may be logged. */
  readonly kind: string;
  /** The locale of subject and text; may be logged. */
  readonly locale: string;
  /** The secret of the link in the text, for developers and tests; never logged. */
  readonly token?: string | undefined;
  /** The https URL for one-click unsubscription (RFC 8058); sent as a header. */
  readonly unsubscribeUrl?: string | undefined;
}

/** Port of emails. */
export interface EmailProvider {
  /** Resolves when the provider has accepted the email. Throws ProviderFailure; REFUSED: the provider will never accept it. */
  send(email: Email): Promise<void>;
}
