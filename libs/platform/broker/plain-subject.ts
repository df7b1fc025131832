/**
 * Whether something may be published on a subject. The client writes it into its connection as it is: whitespace in it would end the
 * command and begin another one, in the name and with the rights of this process.
 */
export function isPlainSubject(subject: string): boolean {
  return /^[^\s\p{Cc}*>]+$/u.test(subject);
}
