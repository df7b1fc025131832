import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { emailAddress } from "#libs/contracts/shared.ts";
import { latinDigits } from "#libs/kernel/latin-digits.ts";
import { mailtoUrl, percentDecoded } from "#libs/kernel/mailto.ts";
import { hostOf, isPublicHost } from "#libs/platform/http-client/host-rules.ts";
import type { Target } from "../domain/link-rules.ts";

/** Why an address is refused: the end of an error key. */
export type AddressProblem = "invalid_url" | "country_code_missing";

const MAX_URL_LENGTH = 2_048;

const READERS: Readonly<Record<Target, (text: string, publicHost: string) => string | AddressProblem>> = {
  web: (text, publicHost) => webUrl(text, publicHost) ?? "invalid_url",
  mail: (text) => mailUrl(text) ?? "invalid_url",
  phone: phoneUrl,
};

/**
 * The URL of an address as a page links to it, or the reason why the text is no such address.
 * @param publicHost address of the platform, to which links are allowed in a local network as well
 */
export function readAddress(target: Target, text: string, publicHost: string): { readonly url: string } | AddressProblem {
  const url = READERS[target](text, publicHost);
  if (url === "invalid_url" || url === "country_code_missing") return url;
  return url.length <= MAX_URL_LENGTH ? { url } : "invalid_url";
}

// Browsers drop these characters or read them as others, or they hide what an address is.
const REINTERPRETED = /[\s\p{Cc}\p{Cs}\p{Bidi_Control}\\]/u;
/** Remains of the text around an address that was copied with too much. In a query they have a meaning. */
const AROUND_ADDRESSES = /^[^?#]*["<>`]/;

/** Marks that are not seen, as they come with copied text. */
const UNSEEN_AROUND = /^[\u00AD\u200B\u2060\uFEFF]+|[\u00AD\u200B\u2060\uFEFF]+$/gu;

/** The web address as a browser writes it: what it would percent-encode is percent-encoded. Its host is the same place for every visitor. */
function webUrl(copied: string, publicHost: string): string | null {
  const text = copied.replace(UNSEEN_AROUND, "");
  if (!/^https?:\/\//i.test(text) || REINTERPRETED.test(text) || AROUND_ADDRESSES.test(text)) return null;
  const url = URL.parse(text);
  if (!url || url.username || url.password) return null;
  return isPublicHost(hostOf(url)) || url.hostname === URL.parse(publicHost)?.hostname ? url.href : null;
}

/**
 * A mail address, with a subject and a text if wanted. An address that can be registered can be linked. In a text that begins with `mailto:`,
 * the address is percent-encoded; otherwise it is as people write it.
 */
function mailUrl(text: string): string | null {
  const link = /^mailto:([^?]*)(?:\?(.*))?$/is.exec(text);
  const [, typed = "", query = ""] = link ?? /^([^@]*@[^?]*)(?:\?(.*))?$/s.exec(text) ?? [];
  const address = link ? percentDecoded(typed) : typed;
  if (address === null || address.length > emailAddress.max || !emailAddress.pattern.test(address)) return null;
  const headers = mailHeaders(query);
  return headers === null ? null : [mailtoUrl(address), ...headers].join("");
}

/** What a header must not hold. Others than these two could add receivers or attach files. */
const NOT_IN_HEADER: Readonly<Record<string, RegExp>> = {
  subject: /[\p{Cc}\p{Cs}]/u,
  body: /[^\P{Cc}\r\n]|\p{Cs}/u,
};

/** The headers of a mail link as parts of its URL; null when one of them is not allowed, or repeated. */
function mailHeaders(query: string): string[] | null {
  const headers = new Map<string, string>();
  for (const field of query.split("&").filter(Boolean)) {
    const [, name = "", value] = /^([^=]*)=?(.*)$/s.exec(field)?.map((part) => percentDecoded(part)) ?? [];
    const key = name?.toLowerCase() ?? "";
    const forbidden = Object.hasOwn(NOT_IN_HEADER, key) ? NOT_IN_HEADER[key] : undefined;
    if (!forbidden || headers.has(key) || typeof value !== "string" || forbidden.test(value)) return null;
    headers.set(key, encodeURIComponent(value.replace(/\r\n|\r|\n/g, "\r\n")));
  }
  return [...headers].map(([key, value], index) => `${index === 0 ? "?" : "&"}${key}=${value}`);
}

/** Signs between the digits of a telephone number. A slash before one or two digits stands between two numbers. */
const BETWEEN_DIGITS = /[\s\p{Pd}\u2212.()]|\/(?=\s?\d{3})/gu;
/** Marks of direction and others that are not seen. */
const MARKS = /\p{Cf}/gu;

/**
 * A telephone number with its country code, in E.164. Without one, it would be another number in every country. The zero that is dialled at
 * home only, as in `+49 (0)170`, is dropped where the country has one: Italy keeps it.
 */
function phoneUrl(text: string): string | AddressProblem {
  const [, scheme, rest = ""] = /^(tel:)?(.*)$/is.exec(latinDigits(text.normalize("NFKC").replace(MARKS, "")).trim()) ?? [];
  const digits = (scheme ? (percentDecoded(rest) ?? "") : rest).replace(BETWEEN_DIGITS, "");
  if (/^\d+$/.test(digits)) return "country_code_missing";
  const number = /^\+\d+$/.test(digits) ? parsePhoneNumberFromString(digits) : undefined;
  return number?.isPossible() ? `tel:${number.number}` : "invalid_url";
}
