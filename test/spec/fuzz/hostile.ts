import type { Random } from "../../support/random.ts";

/** Texts that often break services. */
const TEXTS: readonly string[] = [
  ...["", " ", "\u0000", "a\u0000b", "\ud800", "x\udfffy", "\ufeff", "\u202eevil", "\u2028", "\u001b[31m", "\r\nX-Injected: 1"],
  ...["A".repeat(70_000), "A".repeat(3_000), "💥".repeat(500), "Z\u0351\u036b".repeat(200), "İß", "ａｄｍｉｎ", "аdmin"],
  ...["__proto__", "constructor", "toString", "null", "undefined", "NaN", "Infinity", "-0", "1e309", "0x10", "1_000", "٣", "1.005"],
  ...["99999999999999999999", "-1", "true", "$gt", "$where", '{"$gt":""}', "' OR 1=1 --", "<script>alert(1)</script>", "=cmd|'/C calc'!A0"],
  ...["../../etc/passwd", "..%2f..%2f", "%00", "%", "(a+)+$", "[", "\\", "*", "..", "{name}", "$" + "{7*7}", "%s%n"],
  ...["javascript:alert(1)", "http://169.254.169.254/", "http://[::ffff:127.0.0.1]/", "file:///etc/passwd", `http://${"a".repeat(5_000)}`],
  ...["2026-02-30", "2026-13-01T00:00:00Z", "0000-00-00", "+275760-09-13", "9999-12-31T23:59:59-12:00", "2026-01-01T00:00:00+99:99"],
  ...["00000000-0000-0000-0000-000000000000", "{00000000-0000-7000-8000-000000000000}", `${"a".repeat(300)}@example.org`, "a@b.c\u0000"],
];

const nested = (levels: number): unknown => (levels === 0 ? 1 : levels % 2 ? [nested(levels - 1)] : { a: nested(levels - 1) });

const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, -1e308, 9_007_199_254_740_992, 1e-320, [], [[]], [null], {}, nested(14), nested(40)],
  ...[{ $gt: "" }, { $ne: null }, { $regex: ".*" }, { $where: "1" }, { $oid: "507f1f77bcf86cd799439011" }, { toString: 1 }, { length: 5 }],
  ...[{ "a.b": 1 }, { "": 1 }, Array(2_000).fill("x"), ["a", "a"], Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, n]))],
];

export function hostileText(random: Random): string {
  return random.pick(TEXTS);
}

export function hostileValue(random: Random): unknown {
  // Not `pick`, because null is one of the values.
  return random.below(2) === 0 ? hostileText(random) : VALUES[random.below(VALUES.length)];
}

/** Path segments, encoded as they are sent. */
export const HOSTILE_SEGMENTS: readonly string[] = [
  ...["%00", "%ff%fe", "%c0%ae%c0%ae", "..%2f..%2fetc", "%", "%zz", ";a=b", "%2e%2e", "a%2fb", "%F0%9F%92%A5", "%ED%A0%80", "'", "$gt"],
  ...["%0d%0aX-Injected:1", "__proto__", "constructor", "null", "undefined", "NaN", "-1", "1e999", "%20", "*", "a".repeat(3_000)],
];

export const HOSTILE_QUERIES: readonly string[] = [
  "__proto__[x]=1",
  "%",
  "a=%zz",
  "constructor=1",
  "&&&",
  "=",
  "userId=1",
  "a".repeat(2_000),
];

/** Headers that any client can send. */
export const HOSTILE_HEADERS: readonly (readonly [string, string])[] = [
  ["accept-language", "de;q=1,en;q=0.9,".repeat(300)],
  ["accept-language", "__proto__"],
  ["x-request-id", "a".repeat(5_000)],
  ["x-client-platform", "__proto__"],
  ["x-forwarded-for", "1.2.3.4,".repeat(500)],
  ["x-forwarded-for", "[::1]:80"],
  ["x-cdn-country", "zz"],
  ["x-cdn-city", "\u00ff\u00fe"],
  ["if-none-match", "x,".repeat(1_000)],
  ["cookie", "refresh_token=%; admin_session=__proto__; =;"],
  ["last-event-id", "\u00ff"],
  ["origin", "not an url"],
  ["user-agent", "(".repeat(3_000)],
  ["expect", "100-continue"],
  ["idempotency-key", "k".repeat(256)],
  ["idempotency-key", '"\\"'],
  ["x-csrf-token", "bad"],
  ["content-type", "text/plain"],
  ["content-type", "application/json; charset=utf-16"],
  ["content-type", ";"],
  ["content-encoding", "gzip"],
];

const BODIES: readonly ((text: string, field: string) => string | Buffer)[] = [
  (text) => text.slice(0, text.length / 2),
  (text) => text + text,
  (text) => `\ufeff${text}`,
  (text) => `[${text}]`,
  (text) => Buffer.from(text, "utf16le"),
  (text) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xfe]), Buffer.from("}")]),
  (text) => `{"__proto__":{"x":1},${text.slice(1)}`,
  (text) => `{"\\u005f_proto__":{"x":1},${text.slice(1)}`,
  (text) => `{"constructor":{"prototype":{"x":1}},${text.slice(1)}`,
  () => "null",
  () => "NaN",
  () => '"x"',
  (_, field) => `{"${field}":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
  (_, field) => `{"${field}":${'{"a":'.repeat(40_000)}`,
  (_, field) => `{"${field}":"${"A".repeat(300 * 1024)}"}`,
  (_, field) => `{"${field}":[${"1,".repeat(100_000)}1]}`,
  (_, field) => `{"${field}":1e400}`,
  (_, field) => `{"${field}":1,"${field}":"twice"}`,
  (_, field) => `{"${field}":"\\ud800\\u0000"}`,
  (_, field) => `{"${field}":"a\nb"}`,
  () => `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join()}}`,
];

/** A malformed body, made from a valid one. */
export function hostileBody(random: Random, text: string, field: string): string | Buffer {
  return random.pick(BODIES)(text, field);
}
