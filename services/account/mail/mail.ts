/** What is written to people about their account. */
export type MailKind = "verify_email" | "already_registered" | "reset_password" | "password_changed" | "sign_in_linked" | "provider_test";

export interface Mail {
  readonly to: string;
  readonly kind: MailKind;
  readonly locale: string;
  /** The secret of the link, for the kinds that have one. */
  readonly token?: string | undefined;
}
