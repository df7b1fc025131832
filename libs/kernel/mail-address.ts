import { domainToASCII, domainToUnicode } from "node:url";

/** Of other texts, the parser of host names would read a part only. No longer one is an address, and its time would grow with the square. */
const DOMAIN = /^[\p{L}\p{M}\p{N}._-]{1,254}$/u;
const ASCII = /^\p{ASCII}*$/u;

/**
 * The one spelling of a mail address. Programs that send mails write its domain in ASCII, in which many letters are one, such as those of full
 * width. Without a domain, so no address, when it cannot be written so; a domain in ASCII stays as it is, in lower case.
 */
export function normalizeEmail(text: string): string {
  const address = text.trim().toLowerCase();
  const start = address.lastIndexOf("@") + 1;
  const domain = address.slice(start);
  return start === 0 || ASCII.test(domain) || !DOMAIN.test(domain) ? address : address.slice(0, start) + domainToASCII(domain);
}

/** How earlier versions have stored an address, in Unicode; null for one whose domain is ASCII either way. */
export function earlierSpelling(email: string): string | null {
  const start = email.lastIndexOf("@") + 1;
  const domain = domainToUnicode(email.slice(start));
  return ASCII.test(domain) ? null : email.slice(0, start) + domain;
}
