/** A task for whoever claims to be no machine. */
export interface CaptchaChallenge {
  /** What the task is about; at most 500 characters. */
  readonly challenge: string;
  /** For proofs of work: leading zero bits that a SHA-256 must have; null for others. */
  readonly difficulty: number | null;
  readonly expiresAt: Date;
}

/** Somebody who tells people from machines. */
export interface CaptchaProvider {
  /** A new task. Throws ProviderFailure. */
  challenge(): Promise<CaptchaChallenge>;
  /** Whether a token shows that a task was done, the first time it is shown. Throws ProviderFailure. */
  verify(token: string): Promise<boolean>;
}
