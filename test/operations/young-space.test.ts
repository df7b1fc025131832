import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { smallYoungSpace } from "#deploy/launch/small-young-space.ts";

it("SPD-12 every way to start limits the space of young objects", () => {
  const [option] = smallYoungSpace;
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly scripts: Readonly<Record<string, string>> };
  expect(scripts.start).toBe(`node ${option} deploy/bundle/run.mjs single`);
  expect(readFileSync("deploy/Dockerfile", "utf8")).toContain(`NODE_OPTIONS=${option}\n`);
  expect(readFileSync("deploy/launch/cluster.ts", "utf8")).toContain("execArgv: [...process.execArgv, ...smallYoungSpace]");
});
