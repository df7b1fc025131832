import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Plugin } from "esbuild";
import type { ActionContract } from "#libs/contract-kit/contract.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;

/** Of a contract a browser needs the route only: the gateway checks the rules, and they would be a third of the scripts. */
export const contractRoutes: Plugin = {
  name: "contract-routes",
  setup(build) {
    // Each importer gets a copy of the few lines that it uses, so a page loads no more files.
    build.onResolve({ filter: /^#libs\/contracts\// }, ({ path, importer }) => ({
      path: join(ROOT, path.slice(1)),
      suffix: `?${importer}`,
      sideEffects: false,
    }));
    build.onLoad({ filter: /\/libs\/contracts\/.*\.ts$/ }, async ({ path }) => {
      const exported = Object.entries((await import(path)) as Record<string, unknown>);
      return { contents: exported.flatMap(([name, value]) => exportOf(name, routeOf(value))).join("\n") };
    });
  },
};

function routeOf(value: unknown): unknown {
  const http = (value as Partial<ActionContract> | null)?.http;
  return http === undefined ? value : { http: { method: http.method, path: http.path } };
}

/** Functions and other values that are no data are left out, and the bundler names the file that imports one. */
function exportOf(name: string, value: unknown): string[] {
  const text = JSON.stringify(value);
  return text !== undefined && isDeepStrictEqual(JSON.parse(text), value) ? [`export const ${name} = ${text};`] : [];
}
