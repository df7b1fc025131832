import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { RE2JS } from "re2js";
import { compileRegex } from "../matcher/regex.ts";
import { seededRandom } from "./support/random.ts";
import { type ServerProcess, startServerProcess } from "./support/server-process.ts";
import { serverErrorOf } from "./support/store.ts";

const { BSONRegExp } = mongo.BSON;
const LIMIT_MS = 2_000;

/** In a process of its own: a search that does not end must not stop the test. */
let server: ServerProcess;
let client: mongo.MongoClient;
let database: mongo.Db;

beforeAll(async () => {
  server = await startServerProcess();
  client = await new mongo.MongoClient(server.uri, { socketTimeoutMS: 10_000, retryReads: false }).connect();
  database = client.db("patterns");
});
afterAll(async () => {
  await server.end("SIGKILL");
  await client.close();
});

const filled = async (name: string, texts: readonly string[]): Promise<mongo.Collection> => {
  const collection = database.collection(name);
  await collection.deleteMany({});
  await collection.insertMany(texts.map((text) => ({ text })));
  return collection;
};
/** The value of an expression. */
const evaluate = async (expression: mongo.Document): Promise<unknown> =>
  (await database.aggregate([{ $documents: [{}] }, { $project: { value: expression } }]).toArray())[0]?.value;

describe("STO-16 time", () => {
  const a = "a".repeat(50_000);
  it.each([
    ["nested repetition", "(a+)+$"],
    ["overlapping alternatives", "^(a|a)*b"],
    ["two repetitions of the same", "(a+a+)+b"],
    ["optional parts", `^${"a?".repeat(40)}${"a".repeat(40)}b`],
    ["many wildcards", ".*.*.*.*.*b"],
    ["words", "(\\w+\\s?)*!$"],
    ["a bounded repetition", "(a{1,40}){1,20}b"],
  ])("STO-16 a text of 50,000 characters is searched in linear time: %s", async (_what, pattern) => {
    const collection = await filled("long", [`${a}c`]);
    const startedAt = performance.now();
    expect(await collection.countDocuments({ text: { $regex: pattern } })).toBe(0);
    expect(await evaluate({ $regexFind: { input: `${a}c`, regex: pattern } })).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(LIMIT_MS);
  });
});

describe("STO-16 all matches", () => {
  it.each([
    ["an alternative that looks for a later text", "a|b.*x"],
    ["a lazy repetition", "(a|b| )*?c|a"],
    ["an end of the text", "a|b[^x]*$"],
  ])("STO-16 of a text of 100,000 characters are found in linear time: %s", async (_what, pattern) => {
    const found = (await evaluate({ $size: { $regexFindAll: { input: "ab ".repeat(33_333), regex: pattern } } })) as number;
    expect(found).toBeGreaterThan(0);
  });

  it("STO-16 are those that searches from the end of each match find", () => {
    const random = seededRandom(7);
    const part = (depth: number): string => {
      const kind = random.next();
      if (depth > 2 || kind < 0.4) return random.pick(["a", "b", "c", ".", "[ab]", "é", "\u{1f600}", "\\b", "\\B", "^", "\\s", "[^a]"]);
      if (kind < 0.6) return `${part(depth + 1)}${part(depth + 1)}`;
      if (kind < 0.75) return `(${part(depth + 1)}|${part(depth + 1)})`;
      return `(?:${part(depth + 1)})${random.pick(["*", "+", "?", "*?", "+?", "??", "{1,2}"])}`;
    };
    let found = 0;
    for (let round = 0; round < 600; round++) {
      const [pattern, flags] = [`${part(0)}|${part(0)}`, random.pick(["", "i", "m", "s"])];
      const text = Array.from({ length: 60 }, () => random.pick(["a", "b", "c", "A", " ", "\n", "é", "\u{1f600}"])).join("");
      const matches = [...compileRegex(pattern, flags).findAll(text)];
      const searched: unknown[] = [];
      const matcher = RE2JS.compile(pattern, { "": 0, i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL }[flags]).matcher(
        text,
      );
      for (let from = 0; (from === 0 || from < text.length) && matcher.find(from); ) {
        const [start, end] = [matcher.start(), matcher.end()];
        const captures = Array.from({ length: matcher.groupCount() }, (_, group) => matcher.group(group + 1));
        searched.push({ text: text.slice(start, end), start, captures });
        from = end > start ? end : start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
      }
      expect({ pattern, flags, text, matches }).toEqual({ pattern, flags, text, matches: searched });
      found += matches.length;
    }
    expect(found).toBeGreaterThan(5_000);
  });
});

describe("STO-16 refusals", () => {
  it.each([
    ["a backreference", "(a)\\1"],
    ["a lookahead", "a(?=b)"],
    ["a negative lookbehind", "(?<!a)b"],
    ["an atomic group", "(?>a+)b"],
    ["a possessive quantifier", "a++b"],
    ["an unclosed group", "(a"],
    ["a program that is too large", "((a{0,30}b{0,30}){0,30}c{0,30}){0,30}"],
  ])("STO-16 refuses %s with code 51091 wherever a pattern may stand", async (_what, pattern) => {
    const collection = await filled("refused", ["ab"]);
    const regex = new BSONRegExp(pattern);
    const refused = { code: 51091 };
    for (const filter of [{ text: { $regex: pattern } }, { text: regex }, { text: { $in: [regex] } }, { text: { $not: regex } }])
      expect(await serverErrorOf(() => collection.find(filter).toArray())).toMatchObject(refused);
    for (const operator of ["$regexMatch", "$regexFind", "$regexFindAll"])
      expect(await serverErrorOf(() => evaluate({ [operator]: { input: "ab", regex: pattern } }))).toMatchObject(refused);
  });

  it("STO-16 refuses an unknown option with code 51108, and options in two places with code 51107", async () => {
    const collection = await filled("options", ["ab"]);
    expect(await serverErrorOf(() => collection.findOne({ text: { $regex: "a", $options: "g" } }))).toMatchObject({ code: 51108 });
    const twice = { $regexMatch: { input: "ab", regex: new BSONRegExp("a", "i"), options: "i" } };
    expect(await serverErrorOf(() => evaluate(twice))).toMatchObject({ code: 51107 });
  });
});

describe("STO-16 syntax", () => {
  it.each([
    ["ignores case beyond ASCII", "ÉCOLE", "i", ["une école"], ["une ecole"]],
    ["ends a line at $ with option m", "one$", "m", ["one\ntwo"], ["one two"]],
    ["ends at $ before a last line break, without option m", "one$", "", ["one", "one\n"], ["one\ntwo", "one\n\n"]],
    ["ends at \\Z before a last line break and at \\z at the end only", "one\\Z", "", ["one", "one\n"], ["one\n\n"]],
    ["ends at \\z at the very end only", "one\\z", "", ["one"], ["one\n"]],
    ["begins a line at ^ with option m, and the text at \\A", "\\Atwo|^three", "m", ["two", "one\nthree"], ["one\ntwo"]],
    ["matches a line break by a dot with option s only", "a.b", "s", ["a\nb", "a b"], ["a b\n".slice(0, 1)]],
    ["does not match a line break by a dot", "a.b", "", ["a b", "a\rb", "a😀b"], ["a\nb"]],
    ["skips spaces and comments with option x", "a b # first\n [ c] \\ d", "x", ["abc d", "ab  d"], ["a bc d", "abcd"]],
    ["takes flags at the start of the pattern", "(?ix) A b", "", ["ab", "AB"], ["a b"]],
    ["takes flags of a group", "a(?i:b)c", "", ["abc", "aBc"], ["Abc"]],
    ["knows classes of Unicode and POSIX", "^\\p{L}+[[:digit:]]\\h\\x{41}$", "", ["é1 A"], ["é1A", "11 A"]],
    ["quotes by \\Q and \\E, and escaped letters beyond ASCII", "\\Qa.b$\\E\\é", "", ["a.b$é"], ["axb$é"]],
    ["counts digits, word characters and boundaries in ASCII", "\\b\\w+\\d\\b", "", ["ab1"], ["é٣"]],
    ["drops comments in parentheses", "a(?#any text)b", "", ["ab"], ["a b"]],
  ])("STO-16 %s", async (_what, pattern, options, matching, others) => {
    const collection = await filled("syntax", [...matching, ...others]);
    const found = await collection.find({ text: { $regex: pattern, $options: options } }).toArray();
    expect(found.map(({ text }) => text)).toEqual(matching);
    for (const input of matching) expect(await evaluate({ $regexMatch: { input, regex: pattern, options } })).toBe(true);
    for (const input of others) expect(await evaluate({ $regexMatch: { input, regex: pattern, options } })).toBe(false);
  });

  it("STO-16 finds a stored pattern by the same pattern and options", async () => {
    const collection = database.collection("stored");
    await collection.insertOne({ text: new BSONRegExp("^a", "i") });
    expect(await collection.countDocuments({ text: { $regex: "^a", $options: "i" } })).toBe(1);
    expect(await collection.countDocuments({ text: new BSONRegExp("^a", "i") })).toBe(1);
    expect(await collection.countDocuments({ text: { $regex: "^a" } })).toBe(0);
  });
});

describe("STO-16 expressions", () => {
  it.each([
    ["$regexFind", { input: "😀 Café 42", regex: "(caf)(é)|(x)", options: "i" }, { match: "Café", idx: 2, captures: ["Caf", "é", null] }],
    ["$regexFind", { input: "abc", regex: "x" }, null],
    ["$regexFind", { input: null, regex: "x" }, null],
    ["$regexFind", { input: "one\n", regex: "e$|\\n" }, { match: "e", idx: 2, captures: [] }],
    ["$regexFindAll", { input: null, regex: "x" }, []],
    ["$regexFindAll", { input: "a1b22", regex: "[0-9]+" }, [1, 3].map((idx, at) => ({ match: ["1", "22"][at], idx, captures: [] }))],
    ["$regexFindAll", { input: "baac", regex: "a*" }, [0, 1, 3].map((idx, at) => ({ match: ["", "aa", ""][at], idx, captures: [] }))],
    ["$regexFindAll", { input: "aaa", regex: "^a" }, [{ match: "a", idx: 0, captures: [] }]],
    ["$regexMatch", { input: "abc", regex: null }, false],
  ])("STO-16 %s of %j is %j", async (operator, argument, expected) => {
    expect(await evaluate({ [operator]: argument })).toEqual(expected);
  });

  it.each([
    ["an argument that is no object", "text", 51103],
    ["an input that is no string", { input: 1, regex: "a" }, 51104],
    ["a pattern that is no pattern", { input: "a", regex: 1 }, 51105],
    ["options that are no string", { input: "a", regex: "a", options: 1 }, 51106],
    ["a missing input", { regex: "a" }, 31022],
    ["a missing pattern", { input: "a" }, 31023],
    ["an unknown field", { input: "a", regex: "a", flags: "i" }, 31024],
  ])("STO-16 $regexFind refuses %s", async (_what, argument, code) => {
    expect(await serverErrorOf(() => evaluate({ $regexFind: argument }))).toMatchObject({ code });
  });
});

describe("STO-16 indexes", () => {
  it.each([
    ["^user1\\.", 10, true],
    ["\\Auser1\\.", 10, true],
    ["^usér", 1, true],
    ["^user1\\.0*", 10, true],
    ["^(user1|user2)", 22, false],
    ["^user1|9", 29, false],
    ["user1", 11, false],
  ])("STO-16 /%s/ finds %d documents, by a range of the index: %s", async (pattern, found, byRange) => {
    const names = Array.from({ length: 100 }, (_, at) => `user${Math.floor(at / 10)}.${at % 10}`);
    const collection = await filled("named", [...names, "user10", "user20", "usérname"]);
    await collection.createIndex({ text: 1 });
    const cursor = collection.find({ text: { $regex: pattern } });
    expect(await cursor.clone().toArray()).toHaveLength(found);
    const { executionStats } = await cursor.explain();
    expect(executionStats.totalDocsExamined).toBe(byRange ? found : 103);
  });
});
