import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { openStore, type Store, serverErrorOf } from "./support/store.ts";

let store: Store;
let rows: mongo.Collection<mongo.Document>;
beforeAll(async () => {
  store = await openStore();
  rows = store.database.collection("rows");
  await rows.deleteMany();
  await rows.insertOne({ s: "Hello", list: [1, 2, 3], at: new Date(0), emoji: "a\u{1f600}b" });
});
afterAll(() => store.close());

const valueOfExpression = async (value: unknown): Promise<unknown> => {
  const [found] = await rows.aggregate([{ $project: { value } }]).toArray();
  return found?.value;
};

describe("expressions", () => {
  it.each([
    ["a place counted in bytes", { $indexOfBytes: ["$emoji", "b"] }, 5],
    ["no place", { $indexOfBytes: ["$s", "x"] }, -1],
    ["no place in nothing", { $indexOfBytes: ["$nothing", "x"] }, null],
    ["a place in a list between two bounds", { $indexOfArray: ["$list", 3, 0, 2] }, -1],
    ["an operand without a list", { $size: "$list" }, 3],
    ["a date of the time of the command", { $gt: ["$$NOW", "$at"] }, true],
    ["no field for a variable that removes it", "$$REMOVE", undefined],
    ["a document without its missing fields", { a: "$s", b: "$nothing" }, { a: "Hello" }],
  ])("STO-23 expressions give %s", async (_what, expression, expected) => {
    expect(await valueOfExpression(expression)).toEqual(expected);
  });

  it.each([
    ["a condition without an else", { $cond: JSON.parse('{"if":true,"then":1}') }, 17082],
    ["a condition with two parts", { $cond: [true, 1] }, 16020],
    ["a condition with an unknown part", { $cond: JSON.parse('{"if":true,"then":1,"else":2,"or":3}') }, 17083],
    ["a place of a number", { $indexOfBytes: ["$s", 1] }, 40092],
    ["a part of a text as a list", { $slice: ["$s", 1] }, 28724],
    ["a part of no elements", { $slice: ["$list", 0, 0] }, 28729],
    ["a date that is none", { $dateToString: { date: "$s" } }, 16006],
    ["an unknown part of a date", { $dateToString: { date: "$at", format: "%Q" } }, 18536],
    ["a date without its name", { $dateToString: "$at" }, 18629],
    ["an unknown variable", "$$unknown", 17276],
    ["a path with an empty name", "$a..b", 15998],
    ["a text that is no number", { $toLong: "$s" }, 241],
  ])("STO-23 expressions refuse %s", async (_what, expression, code) => {
    expect(await serverErrorOf(() => valueOfExpression(expression))).toMatchObject({ code });
  });
});
