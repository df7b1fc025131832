import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { returnedBlocks, smallYoungSpace } from "#deploy/launch/process-memory.ts";

const HASH_PASSWORDS = `
const { argon2 } = require("node:crypto");
const cost = { message: "a password", nonce: Buffer.alloc(16), tagLength: 32, memory: 19_456, passes: 1, parallelism: 1 };
let left = 8;
const next = () => void (left-- > 0 ? argon2("argon2id", cost, next) : left < -1 && console.log(process.memoryUsage.rss()));
next();
next();
`;

describe("SPD-12 the memory of a process", () => {
  it("every way to start limits the space of young objects", () => {
    const [option] = smallYoungSpace;
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly scripts: Readonly<Record<string, string>> };
    expect(scripts.start).toBe(`node ${option} deploy/bundle/run.mjs single`);
    expect(readFileSync("deploy/Dockerfile", "utf8")).toContain(`NODE_OPTIONS=${option} `);
    expect(readFileSync("deploy/launch/cluster.ts", "utf8")).toContain("execArgv: [...process.execArgv, ...smallYoungSpace]");
  });

  it("hashes of passwords leave nothing behind", () => {
    const rssAfter = (variables: object) =>
      Number(spawnSync(process.execPath, ["-e", HASH_PASSWORDS], { env: { ...process.env, ...variables }, encoding: "utf8" }).stdout);
    expect(rssAfter({}) - rssAfter(returnedBlocks)).toBeGreaterThan(process.platform === "linux" ? 19_456 * 1_024 : -Infinity);
    expect(readFileSync("deploy/launch/cluster.ts", "utf8")).toContain("...returnedBlocks");
    for (const [name, value] of Object.entries(returnedBlocks))
      expect(readFileSync("deploy/Dockerfile", "utf8")).toContain(`${name}=${value}\n`);
  });
});
