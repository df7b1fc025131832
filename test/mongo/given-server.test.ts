import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { chooseStore } from "#deploy/launch/choose-store.ts";

const EMBEDDED = createRequire(import.meta.url).resolve("@creator-platform/embedded-mongo/main.ts");
/** Stands for any server that somebody else has started. */
const server = spawn(process.execPath, [EMBEDDED], { stdio: ["ignore", "pipe", "inherit"] });
let url: string;

beforeAll(async () => {
  const [line] = await once(server.stdout, "data");
  url = /mongodb:\/\/\S+/.exec(String(line))?.[0] ?? "";
});
afterAll(() => void server.kill());

/** Runs a file of the suite as whoever has a MongoDB does. */
async function runSuite(file: string, variables: NodeJS.ProcessEnv) {
  const jest = spawn("node_modules/.bin/jest", ["--maxWorkers=1", file], {
    env: { ...process.env, MONGO_REQUIRE: "real", ...variables },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said: string[] = [];
  jest.stderr.on("data", (chunk) => said.push(String(chunk)));
  const [code] = await once(jest, "close");
  return { code, said: said.join("") };
}

describe("a given server", () => {
  it("STO-27 serves the suite, which leaves no database behind", async () => {
    expect(await runSuite("test/mongo/transaction.test.ts", { MONGO_URL: url })).toMatchObject({
      code: 0,
      said: expect.stringMatching(/mongo: MONGO_URL[\s\S]*1 passed, 1 total/),
    });
  }, 60_000);

  it("STO-27 is missed where a real one is required and none is given", async () => {
    const before = process.env.MONGO_REQUIRE;
    process.env.MONGO_REQUIRE = "real";
    const outcome = await chooseStore({ production: false, url: null, dataDir: null }).then(
      (store) => store.stop().then(() => store.kind),
      (error: Error) => error.message,
    );
    if (before === undefined) delete process.env.MONGO_REQUIRE;
    else process.env.MONGO_REQUIRE = before;
    // A machine may have a mongod in the cache of mongodb-memory-server; the embedded store is never the choice.
    expect(["mongodb-memory-server", "MONGO_REQUIRE=real, but there is no MONGO_URL and no mongod"]).toContain(outcome);
  });

  it("STO-27 is the oldest and the newest supported MongoDB in the public CI, as a replica set of three", () => {
    const workflow = readFileSync(".github/workflows/mongodb.yml", "utf8");
    expect([...workflow.matchAll(/image: (mongo:\d+\.\d+)\./g)].map(([, image]) => image)).toEqual(["mongo:7.0", "mongo:8.0"]);
    expect(workflow).toContain("mongodb://127.0.0.1:27017,127.0.0.1:27018,127.0.0.1:27019/?replicaSet=rs0");
    const commands = [...workflow.matchAll(/run: (npm .+)/g)].map(([, command]) => command);
    expect(commands).toEqual([
      "npm test -- --testPathIgnorePatterns=test/faults/step-down",
      "npm test -- test/faults/step-down.test.ts",
      "npm test --workspace libs/embedded-mongo -- conformance",
      "npm run fuzz --workspace libs/embedded-mongo",
      "npm test -- test/mongo/query-plans.test.ts",
    ]);
  });
});
