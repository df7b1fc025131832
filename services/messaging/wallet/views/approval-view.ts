interface Approval {
  readonly by: string;
  readonly at: Date;
  readonly reason: string;
}

/** The first of the two whom a decision needs. */
export function approvalView({ by, at, reason }: Approval) {
  return { by, at: at.toISOString(), reason };
}
