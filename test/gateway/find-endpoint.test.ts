import { describe, expect, it } from "@jest/globals";
import type { Endpoint } from "#gateway/routing/endpoints.ts";
import { findEndpoint } from "#gateway/routing/find-endpoint.ts";
import { routesOf } from "#gateway/routing/routes.ts";
import { allContracts } from "#libs/contracts/index.ts";

const endpoints: Endpoint[] = routesOf(allContracts).map(({ contract, pattern }) => ({
  method: contract.http.method,
  pattern,
  handle: () => undefined,
}));
const find = findEndpoint(endpoints);

const VALUE = "Value-1_~.x";

describe("the endpoint of a request", () => {
  it("is found for every route, with its path parameters as they were sent", () => {
    for (const endpoint of endpoints) {
      const names = [...endpoint.pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const found = find(endpoint.method, endpoint.pattern.replace(/\{\w+\}/g, VALUE));
      expect([found?.endpoint.pattern, found?.pathParams]).toEqual([
        endpoint.pattern,
        Object.fromEntries(names.map((name) => [name, VALUE])),
      ]);
    }
  });

  it.each([
    ["an encoded character", "/api/v1/creators/a%2Fb"],
    ["a trailing slash", "/api/v1/help/articles/"],
    ["an empty segment", "/api/v1/messages//reply"],
    ["another case", "/api/v1/Messages"],
    ["a fragment", "/api/v1/messages#x"],
    ["a parameter of a path", "/api/v1/messages;a=b"],
    ["a whole address", "http://evil/api/v1/messages"],
    ["an unknown path", "/api/v1/nothing"],
    ["a method that no endpoint has", "/api/v1/messages", "BREW"],
  ])("is left to moleculer-web with %s", (_title, path, method = "POST") => {
    expect([find(method, path), find("GET", path)]).toEqual([null, method === "BREW" ? expect.anything() : null]);
  });
});
