/**
 * Whether a subject is safe to publish on. The client writes it into its connection unchanged. Whitespace in it would end the command and
 * begin another one, with the rights of this process.
 */
export function isPlainSubject(subject: string): boolean {
  return /^[^\s\p{Cc}*>]+$/u.test(subject);
}
