import { describe, expect, it } from "@jest/globals";
import { violations } from "./rules.ts";

describe("the tree", () => {
  it("keeps the direction of imports, the purity of the domain and the sizes of files and functions", () => {
    expect(violations()).toEqual([]);
  });
});
