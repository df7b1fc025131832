import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "@jest/globals";
import { type ProcessName, processes } from "#deploy/launch/services.ts";

const ROOT = new URL("../../", import.meta.url).href;

/** Loads the code of a process, and prints the folders of services and of the gateway that it loaded files from. */
const PRINT_LOADED = `
import { registerHooks } from "node:module";
const { ROOT } = process.env;
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    const folder = url.startsWith(ROOT) && /^(services[/][^/]+|gateway)[/]/.exec(url.slice(ROOT.length));
    if (folder) loaded.add(folder[1]);
    return next(url, context);
  },
});
const { loadProcess } = await import("#deploy/launch/services.ts");
await import("#libs/platform/runtime/create-runtime.ts");
await import("#libs/platform/broker/create-broker.ts");
await loadProcess(process.argv[1]);
console.log(JSON.stringify([...loaded].sort()));
process.exit();
`;

async function foldersLoadedBy(name: ProcessName): Promise<unknown> {
  const env = { ...process.env, NODE_OPTIONS: "", ROOT };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", PRINT_LOADED, name], { env });
  return JSON.parse(stdout);
}

describe("the process of a service", () => {
  it("SPD-18 loads no module of a service that it does not run", async () => {
    const names = Object.keys(processes) as ProcessName[];
    const loaded = await Promise.all(names.map(async (name) => [name, await foldersLoadedBy(name)] as const));
    expect(loaded).toEqual(names.map((name) => [name, [name === "gateway" ? "gateway" : `services/${name}`]]));
  });
});
