import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import type { JsonSchema } from "#libs/contract-kit/json-schema.ts";
import { descriptionErrors } from "../support/description-errors.ts";
import type { Reply } from "../support/http.ts";
import { startTestSystem, type TestSystem } from "../support/test-system.ts";
import { servedRoutes } from "./served-routes.ts";

interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
}
interface OpenApiOperation {
  readonly deprecated?: boolean;
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly deprecated?: boolean }[];
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

/** The names of all fields in a schema, at any depth, and the keys of errors. */
function namesWithin(schema: object): readonly string[] {
  return Object.entries(schema).flatMap(([name, value]): readonly string[] => {
    if (typeof value !== "object" || value === null) return [];
    if (name === "i18nKey") return (value as { enum?: readonly string[] }).enum ?? [];
    return [...(name === "properties" ? Object.keys(value) : []), ...namesWithin(value)];
  });
}

/** What the article of an operation has to name: the fields of its body and of its answers, and its errors. */
function namesIn({ requestBody = {}, responses }: DescribedOperation): readonly string[] {
  const envelope = ["success", "data", "error", "code", "message", "i18nKey", "i18nVars", "correlationId", "details", "path", "requestId"];
  const answers = Object.entries(responses).flatMap(([status, answer]) =>
    namesWithin(answer).filter((name) => (Number(status) >= 400 ? name.includes(".") : !envelope.includes(name))),
  );
  return [...namesWithin(requestBody), ...answers];
}

const METHODS = ["get", "post", "put", "patch", "delete"];
let system: TestSystem;
const documents = new Map<string, OpenApiDocument>();
const scope = (name: string) => documents.get(name) as OpenApiDocument;

/** Every operation of a document as [METHOD path, operation]. */
const operationsOf = ({ paths }: OpenApiDocument): [string, OpenApiOperation][] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]): [string, OpenApiOperation][] =>
      METHODS.includes(method) ? [[`${method.toUpperCase()} ${path}`, operation]] : [],
    ),
  );
const routesIn = (name: string) => operationsOf(scope(name)).map(([route]) => route);

beforeAll(async () => {
  system = await startTestSystem();
  for (const name of ["full", "public", "user", "admin"]) {
    const reply = await system.send("GET", `/openapi/${name}.json`);
    expect(reply.status).toBe(200);
    documents.set(name, reply.body as unknown as OpenApiDocument);
  }
});
afterAll(() => system.stop());

describe("spec 9: the OpenAPI documents", () => {
  it.each(["full", "public", "user", "admin"])(
    "OPS-01 OPS-05 %s is a valid OpenAPI 3.1 document of version 1.0, without an envelope",
    async (name) => {
      const document = scope(name);
      expect([document.openapi, document.info.version, document.servers]).toEqual(["3.1.0", "1.0", [{ url: "/api/v1" }]]);
      const { valid, errors } = await new Validator().validate({ ...document });
      expect([valid, errors]).toEqual([true, undefined]);
    },
  );

  it("OPS-02 public has the operations without credentials, and no path of the administration", () => {
    for (const [route, { security }] of operationsOf(scope("public"))) expect([route, security]).toEqual([route, []]);
    expect(JSON.stringify(scope("public").paths)).not.toContain("/admin");
    expect(routesIn("public")).toEqual(expect.arrayContaining(["GET /legal/terms", "POST /analytics/session", "POST /auth/login"]));
  });

  it("OPS-02 user adds the operations that take a bearer token only", () => {
    const added = operationsOf(scope("user")).filter(([route]) => !routesIn("public").includes(route) && !route.includes("/openapi/"));
    const publicRoutes = routesIn("public").filter((route) => !route.includes("/openapi/"));
    expect(routesIn("user")).toEqual(expect.arrayContaining(publicRoutes));
    for (const [route, { security }] of added) expect([route, security]).toEqual([route, [{ bearer: [] }]]);
    expect(added.map(([route]) => route)).toEqual(expect.arrayContaining(["POST /messages", "GET /notifications"]));
    expect(JSON.stringify(scope("user").paths)).not.toContain("/admin");
  });

  it("OPS-02 admin has the administration; user and admin together are the full description", () => {
    const routes = (name: string) => routesIn(name).filter((route) => !route.includes("/openapi/"));
    for (const route of routes("admin")) expect(route).toMatch(/^[A-Z]+ \/admin\//);
    expect([...routes("user"), ...routes("admin")].sort()).toEqual(routes("full").sort());
  });

  it("OPS-03 full describes every route that is served", () => {
    const served = servedRoutes.map(({ http }) => `${http.method} ${http.path}`);
    expect(routesIn("full")).toEqual(expect.arrayContaining(served));
  });

  it("OPS-03 every route that full describes is served", async () => {
    for (const route of routesIn("full")) {
      const [method = "", path = ""] = route.split(" ");
      const atRoot = scope("full").paths[path]?.servers !== undefined;
      const concrete = path.replace(/\{\w+\}/g, "00000000-0000-7000-8000-000000000000");
      // OPTIONS lists the methods of a path.
      const reply = await system.send("OPTIONS", atRoot ? `/../..${concrete}` : concrete);
      expect([route, reply.headers.get("allow")?.split(", ").includes(method)]).toEqual([route, true]);
    }
  });

  it("OPS-04 CFG-08 DEL-17 full marks deprecated operations and parameters", () => {
    const deprecated = operationsOf(scope("full")).filter(([, operation]) => operation.deprecated);
    expect(deprecated.map(([route]) => route).sort()).toEqual(["GET /admin/config/all", "POST /users/delete"]);
    const audit = scope("full").paths["/admin/config/audit-log"]?.get;
    expect(audit?.parameters.filter((parameter) => parameter.deprecated).map(({ name }) => name)).toEqual(["offset"]);
  });

  it("OPS-05 an operation has all its statuses, and the error keys of each", () => {
    const send = scope("full").paths["/messages"]?.post;
    expect(Object.keys(send?.responses ?? {})).toEqual(expect.arrayContaining(["201", "400", "401", "403", "429", "503"]));
    expect(JSON.stringify(send?.responses["400"])).toContain("message.send.error.self_message");
    expect(JSON.stringify(send?.responses["503"])).toContain("features.messaging_disabled");
  });

  it("OPS-05 the check of test responses against the description finds a wrong field, status or key", () => {
    const reply = (status: number, body: object) =>
      ({ status, headers: new Headers({ "content-type": "application/json" }), body, cookies: [] }) as unknown as Reply;
    const refusal = (i18nKey: string) => ({ success: false, error: { code: "CONFLICT", message: "m", correlationId: "c", i18nKey } });
    const terms = { content: "", lastUpdated: null };
    expect(descriptionErrors("GET", "/legal/terms?x=1", reply(200, { success: true, data: terms }))).toEqual([]);
    expect(descriptionErrors("GET", "/legal/terms", reply(200, { success: true, data: { ...terms, content: 1 } }))).toHaveLength(1);
    expect(descriptionErrors("GET", "/legal/terms", reply(200, { success: true, data: terms, more: 1 }))).toHaveLength(1);
    expect(descriptionErrors("GET", "/legal/terms", reply(418, {}))).toHaveLength(1);
    expect(descriptionErrors("POST", "/creators/upgrade", reply(409, refusal("creator.upgrade.already_creator")))).toEqual([]);
    expect(descriptionErrors("POST", "/creators/upgrade", reply(409, refusal("creator.social.taken")))).not.toEqual([]);
  });

  it("OPS-01 a description with the current ETag is 304", async () => {
    const { headers } = await system.send("GET", "/openapi/public.json");
    const again = await system.send("GET", "/openapi/public.json", { headers: { "if-none-match": headers.get("etag") ?? "" } });
    expect([again.status, again.headers.get("cache-control")]).toEqual([304, "public, max-age=300"]);
  });

  it("OPS-01 EAS-22 the documentation names every operation, its fields and errors without a script, and loads nothing", async () => {
    const page = await fetch(`${system.base}/docs`);
    const html = await page.text();
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(html).not.toMatch(/<(?:script|link|img|iframe)/);
    const links = new Set([...html.matchAll(/href="(\/[^"]*)"/g)].map(([, path = ""]) => path));
    for (const path of links) expect([path, (await fetch(`${system.base}${path}`)).status]).toEqual([path, 200]);
    const { paths } = (await system.send("GET", "/openapi/user.json")).body as unknown as {
      paths: Record<string, Record<string, unknown>>;
    };
    const operations = Object.values(paths).flatMap((item) =>
      Object.values(item).filter((one) => (one as { operationId?: string }).operationId),
    );
    expect(operations.length).toBeGreaterThan(80);
    const unnamed: string[] = [];
    for (const operation of operations as DescribedOperation[]) {
      const { operationId } = operation;
      expect(html).toContain(`<a href="#${operationId}">`);
      const article = html.split(`<article id="${operationId}">`)[1]?.split("</article>")[0] ?? "";
      unnamed.push(...namesIn(operation).flatMap((name) => (article.includes(`${name}</code>`) ? [] : [`${operationId} ${name}`])));
    }
    expect(unnamed).toEqual([]);
    const send = /<article id="messaging\.sendMessage">.*?<\/article>/s.exec(html)?.[0] ?? "";
    for (const text of ["POST /messages", "Idempotency-Key", "receiverId", "payment.escrow.insufficient_balance", "Limit <code>"])
      expect(send).toContain(text);
  });
});
