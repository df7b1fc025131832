import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { BuiltInRoute } from "../operations/built-in-route.ts";
import { type ConditionalResponse, conditionalResponse } from "../response/entity-tag.ts";
import { API_PREFIX } from "../routing/routes.ts";
import type { Scope } from "./scopes.ts";

/** The pages run scripts of this host only, and no site may frame them. */
const PAGE_HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'",
  "Cache-Control": "public, max-age=300",
};

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Interface of the creator platform</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="interface"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/swagger-ui-standalone-preset.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const startScript = (scopes: readonly Scope[]) => `SwaggerUIBundle({
  urls: ${JSON.stringify(scopes.map((name) => ({ name, url: `${API_PREFIX}/openapi/${name}.json` })))},
  dom_id: "#interface",
  deepLinking: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: "StandaloneLayout",
});
`;

const require = createRequire(import.meta.url);
const swaggerUiFile = (name: string) => () => readFile(require.resolve(`swagger-ui-dist/${name}`), "utf8");

type Files = Readonly<Record<string, { readonly type: string; readonly read: () => Promise<string> }>>;

const filesFor = (scopes: readonly Scope[]): Files => ({
  "/docs": { type: "text/html; charset=utf-8", read: async () => PAGE },
  "/docs/start.js": { type: "text/javascript; charset=utf-8", read: async () => startScript(scopes) },
  "/docs/swagger-ui.css": { type: "text/css; charset=utf-8", read: swaggerUiFile("swagger-ui.css") },
  "/docs/swagger-ui-bundle.js": { type: "text/javascript; charset=utf-8", read: swaggerUiFile("swagger-ui-bundle.js") },
  "/docs/swagger-ui-standalone-preset.js": {
    type: "text/javascript; charset=utf-8",
    read: swaggerUiFile("swagger-ui-standalone-preset.js"),
  },
});

/** Pages that show the OpenAPI documents of some scopes of spec 9 in a browser. They load nothing from other hosts. */
export function docsRoutes(scopes: readonly Scope[]): readonly BuiltInRoute[] {
  return Object.entries(filesFor(scopes)).map(([pattern, { type, read }]): BuiltInRoute => {
    let response: ConditionalResponse | null = null;
    return {
      method: "GET",
      pattern,
      summary: "Documentation of the interface",
      contentType: type,
      async respond({ request }) {
        response ??= conditionalResponse({ status: 200, body: await read(), contentType: type, headers: PAGE_HEADERS });
        return response(request.headers["if-none-match"]);
      },
    };
  });
}
