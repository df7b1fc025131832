import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startTestGateway, type TestGateway } from "./fixture.ts";

describe("the descriptions of the administration", () => {
  let production: TestGateway;
  let elsewhere: TestGateway;
  beforeAll(async () => {
    production = await startTestGateway({ env: { production: true } });
    elsewhere = await startTestGateway();
  });
  afterAll(async () => {
    await production.stop();
    await elsewhere.stop();
  });

  const statusOf = async (gateway: TestGateway, scope: string, token?: string) =>
    (await gateway.send("GET", `/openapi/${scope}.json`, { token })).status;
  const adminToken = ({ token }: TestGateway) => token("an-admin", { claims: { roles: ["ANALYST"] } });

  it.each(["admin", "full"])("OPS-16 LOD-10 in production %s.json is for administrators only", async (scope) => {
    expect(await statusOf(production, scope)).toBe(401);
    expect(await statusOf(production, scope, "garbage")).toBe(401);
    expect(await statusOf(production, scope, production.token("a-user"))).toBe(403);
    const reply = await production.send("GET", `/openapi/${scope}.json`, { token: adminToken(production) });
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "private, max-age=300"]);
    expect(JSON.stringify((await production.send("GET", `/openapi/${scope}.json`)).body)).not.toContain("paths");
  });

  it("OPS-16 in production the other descriptions are public, and the documentation lists those only", async () => {
    expect([await statusOf(production, "public"), await statusOf(production, "user")]).toEqual([200, 200]);
    const docs = (path: string, token?: string) =>
      fetch(`${production.origin}${path}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
    const page = await (await docs("/docs")).text();
    expect([page.includes("openapi/user.json"), page.includes("openapi/admin.json"), page.includes("/admin/config")]).toEqual([
      true,
      false,
      false,
    ]);
    const answers = [
      await docs("/docs/admin"),
      await docs("/docs/admin", production.token("a-user")),
      await docs("/docs/admin", adminToken(production)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 200]);
  });

  it("OPS-16 elsewhere all descriptions are public", async () => {
    for (const scope of ["full", "public", "user", "admin"]) expect([scope, await statusOf(elsewhere, scope)]).toEqual([scope, 200]);
    expect((await fetch(`${elsewhere.origin}/docs/admin`)).status).toBe(200);
  });
});
