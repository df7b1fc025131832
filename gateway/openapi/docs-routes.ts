import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Tagged, tagged } from "../conditional.ts";
import type { PlainRoute } from "../plain-routes.ts";
import { API_PREFIX } from "../routes.ts";
import { SCOPES } from "./scopes.ts";

/** The pages run the scripts of this host and no other, and may be framed by nobody. */
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

const START = `SwaggerUIBundle({
  urls: ${JSON.stringify(SCOPES.map((name) => ({ name, url: `${API_PREFIX}/openapi/${name}.json` })))},
  dom_id: "#interface",
  deepLinking: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: "StandaloneLayout",
});
`;

const require = createRequire(import.meta.url);
const packaged = (name: string) => () => readFile(require.resolve(`swagger-ui-dist/${name}`), "utf8");

const FILES: Readonly<Record<string, { readonly type: string; readonly read: () => Promise<string> }>> = {
  "/docs": { type: "text/html; charset=utf-8", read: async () => PAGE },
  "/docs/start.js": { type: "text/javascript; charset=utf-8", read: async () => START },
  "/docs/swagger-ui.css": { type: "text/css; charset=utf-8", read: packaged("swagger-ui.css") },
  "/docs/swagger-ui-bundle.js": { type: "text/javascript; charset=utf-8", read: packaged("swagger-ui-bundle.js") },
  "/docs/swagger-ui-standalone-preset.js": {
    type: "text/javascript; charset=utf-8",
    read: packaged("swagger-ui-standalone-preset.js"),
  },
};

/** Pages that show the descriptions of spec 9 to people; everything they load comes from here. */
export function docsRoutes(): readonly PlainRoute[] {
  return Object.entries(FILES).map(([pattern, { type, read }]): PlainRoute => {
    let page: Tagged | null = null;
    return {
      method: "GET",
      pattern,
      summary: "Pages about the interface",
      contentType: type,
      async answer({ request }) {
        page ??= tagged({ status: 200, body: await read(), contentType: type, headers: PAGE_HEADERS });
        return page(request.headers["if-none-match"]);
      },
    };
  });
}
