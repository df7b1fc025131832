import { mongo } from "mongoose";
import type { Random } from "../support/random.ts";

const { Binary, BSONRegExp, BSONSymbol, Code, DBRef, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp, UUID } =
  mongo.BSON;

const decimal = (text: string) => Decimal128.fromString(text);

const NUMBERS: readonly unknown[] = [
  ...[-1, 0, 1, 2, 3, 5, 1.5, -0.5, 0.1, 1e300, 2 ** 31, 2 ** 53],
  new Double(-0),
  new Double(1),
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  new Int32(4),
  Long.fromNumber(2),
  Long.fromString("9007199254740993"),
  Long.MAX_VALUE,
  Long.MIN_VALUE,
  ...["1.0", "1.00", "1.5", "0.1", "-0", "2", "1E+3", "1E-6176", "9007199254740993", "9007199254740992.5"].map(decimal),
  ...["NaN", "Infinity", "-Infinity"].map(decimal),
];

/** Strings around the ends of ranges and prefixes, outside ASCII, outside the basic plane, and with a NUL. */
const STRINGS: readonly unknown[] = [
  "",
  "a",
  "A",
  "ab",
  "abc",
  "abd",
  "b",
  "B",
  "é",
  "e\u0301",
  "z",
  "10",
  "9",
  "a\0b",
  "a\n",
  "\uffff",
  "\u{1f600}",
  "\ue000",
];

const OTHERS: readonly unknown[] = [
  true,
  false,
  new Date(-1),
  new Date(0),
  new Date(1000),
  new Date(253_402_300_799_999),
  new ObjectId("000000000000000000000000"),
  new ObjectId("ffffffffffffffffffffffff"),
  new Timestamp({ t: 1, i: 1 }),
  new Timestamp({ t: 1, i: 4_000_000_000 }),
  new Binary(Buffer.from([])),
  new Binary(Buffer.from([1, 255])),
  new Binary(Buffer.from([1, 255]), 5),
  new UUID("00112233-4455-6677-8899-aabbccddeeff"),
  new BSONRegExp("^a", ""),
  new BSONRegExp("^a", "i"),
  new Code("f()"),
  new Code("f()", { x: 1 }),
  new Code("f()", { x: 2 }),
  new BSONSymbol("a"),
  new DBRef("c", new ObjectId("000000000000000000000001")),
  new MinKey(),
  new MaxKey(),
];

/** A random value of any BSON type but an array or a document. */
export function randomScalar(random: Random): unknown {
  const kind = random.next();
  if (kind < 0.12) return null;
  if (kind < 0.55) return random.pick(NUMBERS);
  return random.pick(kind < 0.75 ? STRINGS : OTHERS);
}

const count = (random: Random, limit: number): number => random.below(limit);

function randomDocument(random: Random, depth: number): mongo.Document {
  const document: mongo.Document = {};
  for (const name of ["x", "y"]) if (random.next() < 0.6) document[name] = nested(random, depth);
  return random.next() < 0.2 ? Object.fromEntries(Object.entries(document).reverse()) : document;
}

/** A value below another: small numbers for the most part, so that parts of documents meet. */
function nested(random: Random, depth: number): unknown {
  if (random.next() < 0.5) return 1 + random.below(3);
  return depth > 2 ? randomScalar(random) : randomAny(random, depth + 1);
}

/** A random value of any BSON type, arrays and documents within each other included. */
export function randomAny(random: Random, depth = 0): unknown {
  const kind = random.next();
  if (kind < 0.6) return randomScalar(random);
  if (kind < 0.75) return randomDocument(random, depth);
  return Array.from({ length: count(random, 4) }, () => (random.next() < 0.5 ? randomDocument(random, depth) : nested(random, depth)));
}

/** A document with some of the fields a to d. */
export function randomFields(random: Random): mongo.Document {
  const fields: mongo.Document = {};
  for (const name of ["a", "b", "c"]) if (random.next() < 0.85) fields[name] = randomAny(random);
  if (random.next() < 0.95) fields.d = random.below(4);
  return fields;
}
