import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import { readEnv } from "#libs/platform/env/read-env.ts";

const dataDir = mkdtempSync(join(tmpdir(), "env-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

const metricsPort = (variables: NodeJS.ProcessEnv) => readEnv({ DATA_DIR: dataDir, ...variables }).metricsPort;

it("TEL-01 the metrics port follows that of the interface, so that two systems on one machine differ in one variable", () => {
  expect([metricsPort({}), metricsPort({ PORT: "3001" }), metricsPort({ PORT: "65000" })]).toEqual([9464, 9465, 0]);
  expect(metricsPort({ PORT: "3001", METRICS_PORT: "9999" })).toBe(9999);
});
