import type { BuiltInRoute } from "../operations/built-in-route.ts";
import { PAGE_POLICY } from "../response/documentation-html.ts";
import { conditionalResponse } from "../response/entity-tag.ts";
import { JSON_TYPE } from "../response/response.ts";
import { API_PREFIX } from "../routing/routes.ts";
import { asyncApiDocument } from "./asyncapi-document.ts";
import { eventsPage } from "./events-page.ts";

const CACHED = { "Cache-Control": "public, max-age=300" };

/** Documentation for subscribers: `GET /api/v1/asyncapi.json` for machines, and `GET /api/v1/docs/events` for people. */
export function factRoutes(namespace: string): readonly BuiltInRoute[] {
  const document = conditionalResponse({ status: 200, body: JSON.stringify(asyncApiDocument(namespace)), headers: CACHED });
  const contentType = "text/html; charset=utf-8";
  const headers = { ...CACHED, "Content-Security-Policy": PAGE_POLICY };
  const page = conditionalResponse({ status: 200, body: eventsPage(namespace), contentType, headers });
  return [
    {
      ...{ method: "GET", pattern: `${API_PREFIX}/asyncapi.json`, summary: "Description of the public facts", contentType: JSON_TYPE },
      respond: async ({ request }) => document(request.headers["if-none-match"]),
    },
    {
      ...{ method: "GET", pattern: `${API_PREFIX}/docs/events`, summary: "How to subscribe to public facts", contentType },
      respond: async ({ request }) => page(request.headers["if-none-match"]),
    },
  ];
}
