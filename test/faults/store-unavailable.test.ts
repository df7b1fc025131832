import { describe, expect, it } from "@jest/globals";
import mongoose from "mongoose";
import { isNetworkFailure, isStoreUnavailable } from "#libs/platform/mongo/store-unavailable.ts";

const { mongo } = mongoose;
const bulkErrorOf = (error: object) => new mongo.MongoBulkWriteError(error as Error, {} as mongoose.mongo.BulkWriteResult);

describe("a store that is unavailable", () => {
  it("E10 an unavailable store is recognized behind the error of a bulk write", () => {
    const broken = bulkErrorOf(new mongo.MongoNetworkError("connection closed"));
    expect([isNetworkFailure(broken), isStoreUnavailable(broken)]).toEqual([true, true]);
    const duplicate = bulkErrorOf({ message: "E11000", code: 11_000, writeErrors: [] });
    expect([isNetworkFailure(duplicate), isStoreUnavailable(duplicate)]).toEqual([false, false]);
  });

  it.each([
    ["a full disk", 14_031],
    ["a query whose data were undone", 175],
  ])("E27 %s counts as an unavailable store", (_what, code) => {
    expect(isStoreUnavailable(new mongo.MongoServerError({ message: "refused", code }))).toBe(true);
  });
});
