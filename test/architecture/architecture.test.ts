import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { textViolations } from "./texts.ts";
import { copyOfTheTree, ROOT } from "./tree-copy.ts";

/** Reports breaches of the rules about imports, texts and sizes in a tree. */
function rulesOf(root: string): string {
  const { NODE_OPTIONS: _forJest, ...env } = process.env;
  return spawnSync(process.execPath, [join(ROOT, "test/architecture/report.ts"), root], { cwd: root, encoding: "utf8", env }).stderr;
}

/** Reports unused files, exports and dependencies of a tree, as knip finds them. */
function unusedIn(root: string, ...flags: readonly string[]): string {
  const { NODE_OPTIONS: _forJest, ...env } = process.env;
  const knip = join(ROOT, "node_modules/knip/bin/knip.js");
  return spawnSync(process.execPath, [knip, "--no-progress", "--no-config-hints", "--directory", root, ...flags], {
    cwd: root,
    encoding: "utf8",
    env,
  }).stdout;
}

/** Files with one violation each, and the report of the check about each. */
const PLANTED: readonly (readonly [violation: string, files: Readonly<Record<string, string>>, said: RegExp])[] = [
  [
    "a circle between two files",
    {
      "services/content/planted-one.ts": 'import "./planted-two.ts";\n',
      "services/content/planted-two.ts": 'import type {} from "./planted-one.ts";\n',
    },
    /planted-one\.ts.*: no-circular/,
  ],
  [
    "a circle between two folders without a circle between files",
    {
      "services/creator/planted-a/one.ts": 'import "../planted-b/two.ts";\n',
      "services/creator/planted-b/two.ts": "export {};\n",
      "services/creator/planted-b/three.ts": 'import "../planted-a/four.ts";\n',
      "services/creator/planted-a/four.ts": "export {};\n",
    },
    /services\/creator: planted-a, planted-b import each other/,
  ],
  [
    "mongoose in an action",
    { "services/content/actions/planted-query.ts": 'import { Types } from "mongoose";\nexport const id = new Types.ObjectId();\n' },
    /planted-query\.ts: imports mongoose/,
  ],
  [
    "a model in a store",
    { "services/content/data/planted.store.ts": 'import { type Model, Schema } from "mongoose";\nexport type Planted = Model<Schema>;\n' },
    /planted\.store\.ts: imports mongoose/,
  ],
  [
    "a way around the port",
    { "services/content/planted-around.ts": "export const raw = (database: { connection: unknown }) => database.connection;\n" },
    /planted-around\.ts: goes around the port/,
  ],
  [
    "the name of a vendor outside of its adapter",
    { "services/content/planted-vendor.ts": 'export const NAME = "Stripe";\n' },
    /planted-vendor\.ts: names the vendor of payments/,
  ],
  [
    "a script that takes storage for granted",
    { "gateway/app/client/planted-storage.ts": 'export const flag = () => localStorage.getItem("flag");\n' },
    /planted-storage\.ts: uses what a browser may lack/,
  ],
  [
    "a domain that imports another service's domain",
    { "services/content/domain/planted-domain.ts": 'import "#services/creator/domain/level.ts";\n' },
    /planted-domain\.ts.*layer domain/,
  ],
  [
    "a service that imports another service",
    { "services/content/planted-service.ts": 'import "#services/creator/deps.ts";\n' },
    /planted-service\.ts.*layer service/,
  ],
  [
    "a gateway that imports a service",
    { "gateway/planted-gateway.ts": 'import "#services/creator/deps.ts";\n' },
    /planted-gateway\.ts.*layer gateway/,
  ],
  [
    "HSE-07 a place of the application that imports another place",
    { "gateway/app/money/planted-place.ts": 'import "../compose/sender.ts";\n' },
    /planted-place\.ts.*layer gateway\/app\/place/,
  ],
  [
    "HSE-07 a router that reaches behind the index of a place",
    { "gateway/app/planted-router.ts": 'import "./compose/sender.ts";\n' },
    /planted-router\.ts.*layer gateway\/app/,
  ],
  [
    "HSE-07 a part of the application that imports a place",
    { "gateway/app/ui/planted-ui.ts": 'import "../compose/index.ts";\n' },
    /planted-ui\.ts.*layer gateway\/app\/ui/,
  ],
  [
    "HSE-07 a client of the application that imports its parts",
    { "gateway/app/client/planted-client.ts": 'import "../ui/find-route.ts";\n' },
    /planted-client\.ts.*layer gateway\/app\/client/,
  ],
  [
    "HSE-07 a part of both sides that imports the site",
    { "gateway/ui/parts/planted-part.ts": 'import "#gateway/site/page.ts";\n' },
    /planted-part\.ts.*layer gateway\/ui/,
  ],
  [
    "HSE-07 a page of the site that imports a place of the application",
    { "gateway/site/planted-page.ts": 'import "../app/compose/index.ts";\n' },
    /planted-page\.ts.*layer gateway\/site/,
  ],
  [
    "HSE-07 an HTTP core that imports a page",
    { "gateway/http/planted-core.ts": 'import "../site/page-table.ts";\n' },
    /planted-core\.ts.*layer gateway /,
  ],
  [
    "HSE-07 a folder of 26 files",
    Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`gateway/planted-folder/planted-${index}.ts`, "export {};\n"])),
    /gateway\/planted-folder: 26 files, 25 at most/,
  ],
  [
    "a library that imports a higher one",
    { "libs/errors/planted-lib.ts": 'import "#libs/contract-kit/contract.ts";\n' },
    /planted-lib\.ts.*layer errors/,
  ],
  [
    "a room of the platform that imports a higher floor",
    { "libs/platform/mongo/planted-floor.ts": 'import "#libs/platform/runtime/runtime.ts";\n' },
    /planted-floor\.ts.*layer platform\/mongo/,
  ],
  [
    "more than the entry of the embedded store",
    { "deploy/launch/planted-store.ts": 'import "../../libs/embedded-mongo/wire/server.ts";\n' },
    /planted-store\.ts.*embedded-mongo-entry/,
  ],
  [
    "production code that imports test code",
    { "deploy/launch/planted-test.ts": 'import "#test/support/eventually.ts";\n' },
    /planted-test\.ts.*layer deploy/,
  ],
  [
    "a helper of commands that needs jest",
    { "test/support/planted-helper.ts": 'import { expect } from "@jest/globals";\nexpect(1).toBe(1);\n' },
    /planted-helper\.ts: asserts by jest/,
  ],
  ["a file of 301 lines", { "services/content/planted-long.ts": "export {};\n".repeat(301) }, /planted-long\.ts: 301 lines/],
];

/** A schema, and an interface, beside the declaration of a collection. */
const DECLARED_TWICE = {
  "libs/platform/mongo/planted-schema.ts": 'import { Schema } from "mongoose";\nexport const planted = new Schema({ _id: String });\n',
  "services/content/data/planted.model.ts": "export interface PlantedDoc {\n  readonly _id: string;\n}\n",
};

describe("a planted violation fails the check", () => {
  let copy: string;
  let said: string;
  let unused: string;
  let unusedInProduction: string;

  beforeAll(() => {
    copy = copyOfTheTree();
    const plant = (path: string, text: string) => {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), text);
    };
    for (const [, planted] of PLANTED) for (const [path, text] of Object.entries(planted)) plant(path, text);
    const signature = "export function planted(\n  first: number,\n  second: number,\n): number {\n";
    plant("services/content/planted-70.ts", `${signature}${"  first;\n".repeat(64)}  return second;\n}\n`);
    plant("services/content/planted-71.ts", `${signature}${"  first;\n".repeat(65)}  return second;\n}\n`);
    const sentence = `This sentence has ${"word ".repeat(22)}here.`;
    plant("services/content/planted-words.ts", `// ${sentence} It is for nobody.\nexport const MOST_THINGS = 3;\n`);
    plant("test/gateway/planted-wall-time.test.ts", "expect(performance.now() - began).toBeLessThan(9);\n");
    for (const [path, text] of Object.entries(DECLARED_TWICE)) plant(path, text);
    said = rulesOf(copy);
    plant("libs/kernel/planted-unused.ts", "export const plantedUnused = 1;\nexport const plantedForTests = 2;\n");
    plant("test/planted.test.ts", 'import { plantedForTests } from "#libs/kernel/planted-unused.ts";\nconsole.log(plantedForTests);\n');
    unused = unusedIn(copy);
    unusedInProduction = unusedIn(copy, "--production");
  });

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it.each(PLANTED)("%s", (_violation, _files, expected) => {
    expect(said).toMatch(expected);
  });

  it("HSE-18 a function of 71 lines is too long, also with its parameters on lines of their own", () => {
    expect(said).toMatch(/planted-71\.ts: a function of 71 lines, 70 at most/);
    expect(said).not.toMatch(/planted-70\.ts/);
  });

  it("HSE-13 a comment with a long sentence or a word that names nothing, and a name of before", () => {
    expect(said).toMatch(/planted-words\.ts: a sentence of 26 words, 25 at most/);
    expect(said).toMatch(/planted-words\.ts: a comment says "nobody"/);
    expect(said).toMatch(/planted-words\.ts: MOST_THINGS has an old name; the word is MAX_/);
  });

  it("HSE-16 a test that asserts on wall time fails the check", () => {
    expect(said).toMatch(/planted-wall-time\.test\.ts: asserts on wall time/);
  });

  it("HSE-14 a document that is declared a second time, by a schema or by an interface, fails the check", () => {
    for (const path of Object.keys(DECLARED_TWICE)) expect(said).toContain(`${path}: declares a document a second time`);
    expect(textViolations(ROOT).filter((line) => line.includes("declares a document a second time"))).toEqual([]);
  });

  it("an unused file and an unused export fail the check", () => {
    expect(unused).toMatch(/planted-around\.ts/);
    expect(unused).toMatch(/plantedUnused/);
  });

  it("an export that only a test needs fails the check", () => {
    expect(unused).not.toMatch(/plantedForTests/);
    expect(unusedInProduction).toMatch(/planted-unused\.ts/);
  });
});
