/** A task that is cheap for a person and expensive for a machine. */
export interface CaptchaChallenge {
  /** The task, at most 500 characters. */
  readonly challenge: string;
  /** For a proof of work: the leading zero bits that the SHA-256 must have. Null for other captchas. */
  readonly difficulty: number | null;
  readonly expiresAt: Date;
}

/** Port of captchas. */
export interface CaptchaProvider {
  /** A new task. Throws ProviderFailure. */
  challenge(): Promise<CaptchaChallenge>;
  /** Whether a token proves that a task was solved. A token is good once. Throws ProviderFailure. */
  verify(token: string): Promise<boolean>;
}
