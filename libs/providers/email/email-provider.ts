/** One mail to one person, ready to be sent. */
export interface Email {
  readonly to: string;
  /** One line, at most 200 characters. */
  readonly subject: string;
  /** Plain text, at most 100,000 characters. */
  readonly text: string;
  /** The same as a simple page, at most 200,000 characters; what users wrote is escaped in it. */
  readonly html?: string | undefined;
  /** The same id always means the same mail, so that a second copy can be told; letters, digits and hyphens. */
  readonly id?: string | undefined;
  /** What sort of mail it is, for example verify_email; may be logged. */
  readonly kind: string;
  /** The locale that subject and text are written in; may be logged. */
  readonly locale: string;
  /** The secret of the link in the text, for the tools of developers and tests; never logged. */
  readonly token?: string | undefined;
  /** Where one click ends mails of this kind (https); sent as a header. */
  readonly unsubscribeUrl?: string | undefined;
}

/** Somebody who delivers mails. */
export interface EmailProvider {
  /** Resolves when the provider has taken the mail over. Throws ProviderFailure; REFUSED: this mail will never be taken. */
  send(email: Email): Promise<void>;
}
