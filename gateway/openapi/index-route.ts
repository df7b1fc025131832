import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { BuiltInRoute } from "../operations/built-in-route.ts";
import { JSON_TYPE } from "../response/response.ts";
import { API_PREFIX } from "../routing/routes.ts";
import { INTERFACE_VERSION } from "./document.ts";

/** `GET /api/v1`: links to the documentation, for clients that know this address only. */
export function indexRoute({ clock }: Pick<Runtime, "clock">): BuiltInRoute {
  return {
    method: "GET",
    pattern: API_PREFIX,
    summary: "Version of the interface, and where it is described",
    contentType: JSON_TYPE,
    async respond() {
      const data = {
        name: "Creator platform",
        version: INTERFACE_VERSION,
        docs: "/docs",
        openapi: { public: `${API_PREFIX}/openapi/public.json`, user: `${API_PREFIX}/openapi/user.json` },
        asyncapi: `${API_PREFIX}/asyncapi.json`,
        serverTime: clock.now().toISOString(),
      };
      return { status: 200, body: JSON.stringify({ success: true, data }) };
    },
  };
}
