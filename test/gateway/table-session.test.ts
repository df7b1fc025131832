import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { ServiceSchema } from "moleculer";
import { action } from "#libs/contract-kit/contract.ts";
import { implement } from "#libs/contract-kit/implement.ts";
import { adminCookies } from "#libs/contracts/account/admin-cookie.ts";
import { getPublicKeys } from "#libs/contracts/account/index.ts";
import { cursorOfItems } from "#libs/contracts/shared.ts";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { accountStub, startTestGateway, type TestGateway, untilReady } from "./fixture.ts";

const list = {
  summary: "Rows without an end",
  params: { cursor: { type: "string", optional: true }, limit: { type: "number", integer: true, min: 1, max: 100, default: 20 } },
  returns: cursorOfItems({ type: "object", props: { id: { type: "string" } } }),
  errors: [],
} as const;
const ownRows = action({ ...list, name: "rows.own", http: { method: "GET", path: "/rows", auth: "bearer", csv: "rows" } });
const staffRows = action({
  ...list,
  name: "rows.staff",
  http: { method: "GET", path: "/admin/rows", auth: "admin", permission: "finance:read", csv: "rows" },
});

const endless = async () => ({ results: Array.from({ length: 100 }, () => ({ id: uuid() })), nextCursor: uuid(), hasMore: true });
const rowsService = (): ServiceSchema => ({
  name: "rows",
  actions: { own: implement(ownRows, endless), staff: implement(staffRows, endless) },
});

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    services: (state) => [rowsService(), accountStub(state)],
    options: { contracts: [ownRows, staffRows, getPublicKeys] },
  });
  await untilReady(gateway);
});
afterAll(() => gateway.stop());

/** Reads a table until its connection breaks. Other tables go on. */
async function readUntilBroken(path: string, headers: Record<string, string>, end: () => void): Promise<number> {
  const abort = new AbortController();
  const response = await fetch(`${gateway.origin}/api/v1${path}?format=csv`, { headers, signal: abort.signal });
  expect(response.status).toBe(200);
  const deadline = setTimeout(() => abort.abort(new Error("the table goes on")), 30 * SECOND);
  let parts = 0;
  try {
    for await (const _ of response.body as unknown as AsyncIterable<Uint8Array>) {
      parts += 1;
      if (parts === 3) end();
    }
  } catch (error) {
    if (abort.signal.aborted) throw abort.signal.reason;
    expect(String(error)).toMatch(/terminated/);
  } finally {
    clearTimeout(deadline);
  }
  return parts;
}

describe("a table that is still on its way when its session ends", () => {
  it("AUT-13 CNS-13 breaks off for a bearer whose session was revoked", async () => {
    const sid = uuid();
    const headers = { authorization: `Bearer ${gateway.token(uuid(), { claims: { sid } })}` };
    const revoked = { sessionId: sid, reason: "PASSWORD_CHANGE", revokedAt: new Date().toISOString() } as const;
    expect(await readUntilBroken("/rows", headers, () => void gateway.state.revoked.push(revoked))).toBeGreaterThan(2);
  });

  it("STF-12 CNS-13 breaks off for a colleague whose cookie has ended, or whose roles read it no more; it is no use of the session", async () => {
    const { runtime, state } = gateway;
    for (const end of [(id: string) => state.admins.delete(id), (id: string) => state.admins.set(id, ["EDITOR"])]) {
      const sessionId = uuid();
      state.admins.set(sessionId, ["FINANCE"]);
      const expiresAt = new Date(runtime.clock.now().getTime() + MINUTE);
      const { cookie } = adminCookies(runtime.env.secrets.pseudonymKey).issue({ sessionId, userId: uuid(), expiresAt });
      const before = state.adminSessionUses;
      expect(await readUntilBroken("/admin/rows", { cookie: `admin_session=${cookie}` }, () => void end(sessionId))).toBeGreaterThan(2);
      expect(state.adminSessionUses).toBe(before + 1);
    }
  });
});
