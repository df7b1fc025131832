import { describe, expect, it } from "@jest/globals";
import { ServiceBroker } from "moleculer";
import ApiGateway from "moleculer-web";
import { aliasesOf, type Endpoint } from "#gateway/routing/endpoints.ts";
import { routerOf } from "#gateway/routing/find-endpoint.ts";
import { routesOf } from "#gateway/routing/routes.ts";
import { allContracts } from "#libs/contracts/index.ts";

const endpoints: Endpoint[] = routesOf(allContracts).map(({ contract, pattern }) => ({
  method: contract.http.method,
  pattern,
  handle: () => undefined,
}));
const { find, methodsOf } = routerOf(endpoints);

const VALUE = "Value-1_~.x";
const withValue = (pattern: string, value = VALUE) => pattern.replace(/\{\w+\}/g, value);
const namesIn = (pattern: string) => [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** Spellings of a path that clients produce. */
const ODD: readonly ((path: string) => string)[] = [
  (path) => path,
  ...["/", "//", "///", ".", "..", "/.", "/..", "%20", "%2f", "#x", ";a=b", "\\", ":x", "*", "+", "~", "|", "x", "/x"].map(
    (end) => (path: string) => path + end,
  ),
  (path) => `/${path}`,
  (path) => path.replace("/v1/", "/v1//"),
  (path) => path.replace("/v1/", "/v1/./"),
  (path) => path.toUpperCase(),
  (path) => path.replace("e", "%65"),
  (path) => path.replace(/\/(?=[^/]*$)/, "%2F"),
  (path) => path.replace(/\/(?=[^/]*$)/, "\\"),
  (path) => path.slice(0, -1),
  (path) => path.slice(1),
  (path) => `http://evil.example${path}`,
];

/** The pattern and the parameters of the endpoint. */
function foundAt(method: string, path: string) {
  const found = find(method, path);
  return found && { pattern: found.endpoint.pattern, params: found.pathParams() };
}

describe("HSE-09 one router decides every path", () => {
  it("HSE-09 finds every endpoint, with the parameters as they were sent, and with one or two slashes at its end", () => {
    for (const { method, pattern } of endpoints) {
      const expected = { pattern, params: Object.fromEntries(namesIn(pattern).map((name) => [name, VALUE])) };
      for (const slashes of ["", "/", "//"]) expect(foundAt(method, withValue(pattern) + slashes)).toEqual(expected);
      expect(foundAt(method, `${withValue(pattern)}///`)).toBeNull();
    }
  });

  it("HSE-09 says of every path which methods it has: GET with HEAD, with one slash at its end, and none with two", () => {
    for (const { method, pattern } of endpoints) {
      expect(methodsOf(withValue(pattern))).toEqual(expect.arrayContaining(method === "GET" ? ["GET", "HEAD"] : [method]));
      expect(methodsOf(`${withValue(pattern)}/`)).toEqual(methodsOf(withValue(pattern)));
      expect(methodsOf(`${withValue(pattern)}//`)).toEqual([]);
    }
    expect(methodsOf("/api/v1/creators/me")).toEqual(["GET", "HEAD", "PATCH"]);
  });

  it.each([
    ["an encoded slash", "a%2Fb", "a/b"],
    ["a lower-case encoded slash", "a%2fb", "a/b"],
    ["an encoded letter", "%6De", "me"],
    ["an encoded percent sign", "%2525", "%25"],
    ["encoded dots", "%2e%2e", ".."],
    ["dots", "..", ".."],
    ["a fragment", "a#b", "a#b"],
    ["a semicolon", "a;b=c", "a;b=c"],
    ["a name of a prototype", "__proto__", "__proto__"],
    ["three thousand characters", "x".repeat(3_000), "x".repeat(3_000)],
  ])("HSE-09 takes %s as part of a parameter, decoded once", (_title, sent, value) => {
    expect(foundAt("GET", `/api/v1/messages/${sent}`)).toEqual({
      pattern: "/api/v1/messages/{messageId}",
      params: Object.fromEntries([["messageId", value]]),
    });
  });

  it.each(["%", "%zz", "%E0%A4%A", "%c3%28"])("HSE-09 refuses %s in a parameter as a failed validation", (sent) => {
    expect(() => foundAt("GET", `/api/v1/messages/${sent}`)).toThrow(expect.objectContaining({ key: "error.validation_failed" }));
  });

  it.each([
    ["capitals", "/api/v1/Messages"],
    ["an encoded letter of a literal", "/api/v1/m%65ssages"],
    ["an encoded slash between literals", "/api/v1%2fmessages"],
    ["an empty segment", "/api/v1//messages"],
    ["an empty parameter", "/api/v1/messages//reply"],
    ["a slash before the path", "//api/v1/messages"],
    ["a dot at the end", "/api/v1/messages."],
    ["a dot segment", "/api/v1/./messages"],
    ["a parent segment", "/api/v1/x/../messages"],
    ["a fragment after a literal", "/api/v1/messages#x"],
    ["a parameter after a literal", "/api/v1/messages;a=b"],
    ["a whole address", "http://evil.example/api/v1/messages"],
    ["no slash before the path", "api/v1/messages"],
    ["an asterisk", "*"],
    ["nothing", ""],
    ["an action of moleculer", "/~node/options"],
  ])("HSE-09 has no endpoint for %s", (_title, path) => {
    for (const method of ["GET", "POST", "BREW"]) expect(foundAt(method, path)).toBeNull();
    expect(methodsOf(path)).toEqual([]);
  });

  it("HSE-09 finds what the matcher of moleculer-web finds in the same table, and no path less or more", () => {
    const broker = new ServiceBroker({ logger: false, skipProcessEventRegistration: true });
    const route = { path: "/", aliases: aliasesOf(endpoints), mappingPolicy: "restrict", pathToRegexpOptions: { sensitive: true } };
    const service = broker.createService({ name: "planted", mixins: [ApiGateway], settings: { server: false, routes: [route] } });
    const { resolveAlias } = service as unknown as {
      resolveAlias(path: string, method: string): false | { readonly alias: { readonly fullPath: string } };
    };
    const paths = endpoints.flatMap(({ pattern }) => ODD.map((odd) => odd(withValue(pattern))));
    // One assertion about all differences: an assertion about each of the many pairs takes longer than both routers.
    const different: unknown[] = [];
    for (const path of [...new Set(paths)]) {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
        const found = resolveAlias.call(service, path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path, method);
        const theirs = found ? found.alias.fullPath : undefined;
        const ours = find(method, path)?.endpoint.pattern.replace(/\{(\w+)\}/g, ":$1");
        if (ours !== theirs) different.push({ method, path, ours, theirs });
      }
    }
    expect(different).toEqual([]);
  });
});
