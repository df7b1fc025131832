import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import { readEnv } from "#libs/platform/env/read-env.ts";

const dataDir = mkdtempSync(join(tmpdir(), "env-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

const tracing = (endpoint: string, sampler?: string) =>
  readEnv({
    DATA_DIR: dataDir,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    ...(sampler === undefined ? {} : { OTEL_TRACES_SAMPLER_ARG: sampler }),
  }).tracing;

it("TEL-09 one request in ten is traced where a receiver is named, unless the environment says otherwise", () => {
  const endpoint = "https://traces.example.org:4318";
  expect([tracing(""), tracing(endpoint), tracing(endpoint, ""), tracing(endpoint, "0"), tracing(endpoint, "1")]).toEqual([
    null,
    { endpoint, sampleRatio: 0.1 },
    { endpoint, sampleRatio: 0.1 },
    { endpoint, sampleRatio: 0 },
    { endpoint, sampleRatio: 1 },
  ]);
});

it.each([["traces.example.org:4318"], ["file:///traces"]])("TEL-09 refuses %s as the receiver of traces", (endpoint) => {
  expect(() => tracing(endpoint)).toThrow("OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL");
});

it.each([["1.1"], ["-1"], ["half"]])("TEL-09 refuses %s as the part of the traces that is recorded", (sampler) => {
  expect(() => tracing("http://127.0.0.1:4318", sampler)).toThrow("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1");
});
