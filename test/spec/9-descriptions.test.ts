import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import type { JsonSchema } from "#libs/contract-kit/json-schema.ts";
import { type Constellation, constellation } from "#test/support/constellation.ts";
import { undescribed } from "#test/support/described.ts";
import type { Reply } from "#test/support/http.ts";
import { servedRoutes } from "./served-routes.ts";

interface Described {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}
interface DescribedOperation {
  readonly deprecated?: boolean;
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly deprecated?: boolean }[];
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

const METHODS = ["get", "post", "put", "patch", "delete"];
let system: Constellation;
const documents = new Map<string, Described>();
const scope = (name: string) => documents.get(name) as Described;

/** Every operation of a description as [METHOD path, operation]. */
const operationsOf = ({ paths }: Described): [string, DescribedOperation][] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]): [string, DescribedOperation][] =>
      METHODS.includes(method) ? [[`${method.toUpperCase()} ${path}`, operation]] : [],
    ),
  );
const placesOf = (name: string) => operationsOf(scope(name)).map(([place]) => place);

beforeAll(async () => {
  system = await constellation();
  for (const name of ["full", "public", "user", "admin"]) {
    const reply = await system.send("GET", `/openapi/${name}.json`);
    expect(reply.status).toBe(200);
    documents.set(name, reply.body as unknown as Described);
  }
});
afterAll(() => system.stop());

describe("spec 9: the descriptions of the interface", () => {
  it.each(["full", "public", "user", "admin"])(
    "OPS-01 OPS-05 %s is a valid OpenAPI 3.1 document of version 1.0, without an envelope",
    async (name) => {
      const document = scope(name);
      expect([document.openapi, document.info.version, document.servers]).toEqual(["3.1.0", "1.0", [{ url: "/api/v1" }]]);
      const { valid, errors } = await new Validator().validate({ ...document });
      expect([valid, errors]).toEqual([true, undefined]);
    },
  );

  it("OPS-02 public holds what needs no credentials, and names no path of the administration", () => {
    for (const [place, { security }] of operationsOf(scope("public"))) expect([place, security]).toEqual([place, []]);
    expect(JSON.stringify(scope("public").paths)).not.toContain("/admin");
    expect(placesOf("public")).toEqual(expect.arrayContaining(["GET /legal/terms", "POST /analytics/session", "POST /auth/login"]));
  });

  it("OPS-02 user adds what takes a bearer token and nothing else", () => {
    const added = operationsOf(scope("user")).filter(([place]) => !placesOf("public").includes(place) && !place.includes("/openapi/"));
    const everybodys = placesOf("public").filter((place) => !place.includes("/openapi/"));
    expect(placesOf("user")).toEqual(expect.arrayContaining(everybodys));
    for (const [place, { security }] of added) expect([place, security]).toEqual([place, [{ bearer: [] }]]);
    expect(added.map(([place]) => place)).toEqual(expect.arrayContaining(["POST /messages", "GET /notifications"]));
    expect(JSON.stringify(scope("user").paths)).not.toContain("/admin");
  });

  it("OPS-02 admin holds the administration; together the scopes are the full description", () => {
    const routes = (name: string) => placesOf(name).filter((place) => !place.includes("/openapi/"));
    for (const place of routes("admin")) expect(place).toMatch(/^[A-Z]+ \/admin\//);
    expect([...routes("user"), ...routes("admin")].sort()).toEqual(routes("full").sort());
  });

  it("OPS-03 describes every route that is served", () => {
    const served = servedRoutes.map(({ http }) => `${http.method} ${http.path}`);
    expect(placesOf("full")).toEqual(expect.arrayContaining(served));
  });

  it("OPS-03 every route it describes is served", async () => {
    for (const place of placesOf("full")) {
      const [method = "", path = ""] = place.split(" ");
      const atRoot = scope("full").paths[path]?.servers !== undefined;
      const concrete = path.replace(/\{\w+\}/g, "00000000-0000-7000-8000-000000000000");
      // A method that no route has: 405 tells that the path is known.
      const reply = await system.send("OPTIONS", atRoot ? `/../..${concrete}` : concrete);
      expect([place, reply.headers.get("allow")?.split(", ").includes(method)]).toEqual([place, true]);
    }
  });

  it("OPS-04 CFG-08 DEL-17 marks what is deprecated", () => {
    const deprecated = operationsOf(scope("full")).filter(([, operation]) => operation.deprecated);
    expect(deprecated.map(([place]) => place).sort()).toEqual(["GET /admin/config/all", "POST /users/delete"]);
    const audit = scope("full").paths["/admin/config/audit-log"]?.get;
    expect(audit?.parameters.filter((parameter) => parameter.deprecated).map(({ name }) => name)).toEqual(["offset"]);
  });

  it("OPS-05 says which statuses a route answers, with the error envelope for refusals", () => {
    const send = scope("full").paths["/messages"]?.post;
    expect(Object.keys(send?.responses ?? {})).toEqual(expect.arrayContaining(["201", "400", "401", "403", "429", "503"]));
    expect(JSON.stringify(send?.responses["400"])).toContain("message.send.error.self_message");
    expect(JSON.stringify(send?.responses["503"])).toContain("features.messaging_disabled");
  });

  it("OPS-05 answers that the tests see are held against it: a wrong field, status or key is found", () => {
    const reply = (status: number, body: object) =>
      ({ status, headers: new Headers({ "content-type": "application/json" }), body, cookies: [] }) as unknown as Reply;
    const refusal = (i18nKey: string) => ({ success: false, error: { code: "CONFLICT", message: "m", correlationId: "c", i18nKey } });
    const terms = { content: "", lastUpdated: null };
    expect(undescribed("GET", "/legal/terms?x=1", reply(200, { success: true, data: terms }))).toEqual([]);
    expect(undescribed("GET", "/legal/terms", reply(200, { success: true, data: { ...terms, content: 1 } }))).toHaveLength(1);
    expect(undescribed("GET", "/legal/terms", reply(200, { success: true, data: terms, more: 1 }))).toHaveLength(1);
    expect(undescribed("GET", "/legal/terms", reply(418, {}))).toHaveLength(1);
    expect(undescribed("POST", "/creators/upgrade", reply(409, refusal("creator.upgrade.already_creator")))).toEqual([]);
    expect(undescribed("POST", "/creators/upgrade", reply(409, refusal("creator.social.taken")))).not.toEqual([]);
  });

  it("OPS-01 is told whether it changed by its ETag", async () => {
    const { headers } = await system.send("GET", "/openapi/public.json");
    const again = await system.send("GET", "/openapi/public.json", { headers: { "if-none-match": headers.get("etag") ?? "" } });
    expect([again.status, again.headers.get("cache-control")]).toEqual([304, "public, max-age=300"]);
  });

  it("OPS-01 people read it on pages that load nothing from elsewhere", async () => {
    const page = await fetch(`${system.base}/docs`);
    const html = await page.text();
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = ""]) => url);
    expect(loaded.length).toBeGreaterThan(2);
    for (const url of loaded) {
      expect(url).toMatch(/^\/docs\//);
      expect([url, (await fetch(`${system.base}${url}`)).status]).toEqual([url, 200]);
    }
  });
});
