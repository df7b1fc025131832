import type { DmType } from "#libs/contracts/creator/index.ts";
import type { SyncCheck } from "#libs/errors/refuse.ts";
import { formatMoney, type Money, parseMoney } from "#libs/kernel/money.ts";
import { constantTimeEqual, hmacBase64Url } from "#libs/kernel/secrets.ts";

/** What a quote binds: a message that is sent with it has these terms. */
export interface QuotedTerms {
  /** Unique, so that a quote serves one message. */
  readonly id: string;
  readonly senderId: string;
  readonly receiverId: string;
  readonly dmType: DmType;
  /** Minor units; null for a free message. */
  readonly price: Money | null;
  readonly commissionRate: number;
  readonly timeoutHours: number;
  readonly expiresAt: Date;
}

/** The terms that a request may repeat beside its quote. */
interface RepeatedTerms {
  readonly receiverId: string;
  readonly dmType: DmType;
  readonly price?: string | undefined;
  readonly timeoutHours?: number | undefined;
}

/** A request with a quote, before anything is looked up. */
interface QuotedRequest {
  readonly quote: QuotedTerms;
  readonly request: RepeatedTerms;
  readonly now: Date;
}

export const quoteChecks: readonly SyncCheck<QuotedRequest>[] = [
  ["message.quote.error.mismatch", ({ quote, request }) => !hasTermsOf(quote, request)],
  ["message.quote.error.expired", ({ quote, now }) => now >= quote.expiresAt],
];

function hasTermsOf(quote: QuotedTerms, { receiverId, dmType, price, timeoutHours }: RepeatedTerms): boolean {
  if (receiverId !== quote.receiverId || dmType !== quote.dmType) return false;
  if (timeoutHours !== undefined && timeoutHours !== quote.timeoutHours) return false;
  return price === undefined || quote.price === null || parseMoney(price) === quote.price;
}

/** Keeps the code of a quote apart from those that the key makes for other purposes. */
const PURPOSE = "message-quote";

/** A quote as its fan gets it. It carries its terms under a code, so nothing is stored before the message is sent. */
export function quoteToken(key: string, terms: QuotedTerms): string {
  const price = terms.price === null ? null : formatMoney(terms.price);
  const content = Buffer.from(JSON.stringify({ ...terms, price, expiresAt: terms.expiresAt.getTime() })).toString("base64url");
  return `${content}.${codeOf(key, content)}`;
}

/** The terms of a quote; null when it is not one of ours. */
export function readQuoteToken(key: string, token: string): QuotedTerms | null {
  const [content = "", code = ""] = token.split(".");
  if (token !== `${content}.${code}` || !constantTimeEqual(code, codeOf(key, content))) return null;
  const { price, expiresAt, ...terms } = JSON.parse(Buffer.from(content, "base64url").toString()) as StoredTerms;
  return { ...terms, price: price === null ? null : parseMoney(price), expiresAt: new Date(expiresAt) };
}

type StoredTerms = Omit<QuotedTerms, "price" | "expiresAt"> & { readonly price: string | null; readonly expiresAt: number };

const codeOf = (key: string, content: string): string => hmacBase64Url(key, `${PURPOSE}\n${content}`);
