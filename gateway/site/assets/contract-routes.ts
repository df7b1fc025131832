import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Plugin } from "rolldown";
import type { ActionContract } from "#libs/contract-kit/contract.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;

/** Reduces contracts in browser scripts to their routes, with the permission that staff need. The gateway checks the rules, which would make up a third of the scripts. */
export const contractRoutes: Plugin = {
  name: "contract-routes",
  // Each importer gets a copy of the few lines that it uses, so a page loads no more files.
  resolveId: {
    filter: { id: /^#libs\/contracts\// },
    handler: (source, importer) => ({ id: `${join(ROOT, source.slice(1))}?${importer}`, moduleSideEffects: false }),
  },
  load: {
    filter: { id: /\/libs\/contracts\/.*\.ts\?/ },
    async handler(id) {
      const exported = Object.entries((await import(id.replace(/\?.*/, ""))) as Record<string, unknown>);
      return { code: exported.flatMap(([name, value]) => exportOf(name, routeOf(value))).join("\n"), moduleType: "js" };
    },
  },
};

function routeOf(value: unknown): unknown {
  const http = (value as Partial<ActionContract> | null)?.http;
  if (http === undefined) return value;
  const { method, path, permission } = http;
  return { http: permission === undefined ? { method, path } : { method, path, permission } };
}

/** Values that are not plain data, such as functions, are omitted. The bundler then reports the file that imports one. */
function exportOf(name: string, value: unknown): string[] {
  const text = JSON.stringify(value);
  return text !== undefined && isDeepStrictEqual(JSON.parse(text), value) ? [`export const ${name} = ${text};`] : [];
}
