import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { ServiceSchema } from "moleculer";
import sharp from "sharp";
import { action } from "#libs/contract-kit/contract.ts";
import { implement } from "#libs/contract-kit/implement.ts";
import { adminCookies } from "#libs/contracts/account/admin-cookie.ts";
import { getPublicKeys, type RevokedReason } from "#libs/contracts/account/index.ts";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";
import { accountStub, type StubState, startTestGateway, type TestGateway, untilReady } from "./fixture.ts";

const store = { summary: "Stores a file", returns: null, errors: [] } as const;
const look = { summary: "Whether the session lives", params: {}, returns: null, errors: [] } as const;
const picture = { picture: { type: "object", props: { large: { type: "string" }, small: { type: "string" } }, from: "picture" } } as const;
const document = { document: { type: "object", props: { base64: { type: "string" } }, from: "document" } } as const;
const upload = { idempotency: "never", upload: "picture" } as const;
const contracts = {
  ownLook: action({ ...look, name: "files.ownLook", http: { method: "GET", path: "/look", auth: "bearer" } }),
  staffLook: action({ ...look, name: "files.staffLook", http: { method: "GET", path: "/admin/look", auth: "admin" } }),
  own: action({ ...store, name: "files.own", http: { method: "PUT", path: "/picture", auth: "bearer", ...upload }, params: picture }),
  proven: action({
    ...store,
    name: "files.proven",
    http: { method: "PUT", path: "/proven", auth: "bearer", stepUp: true, killSwitch: "UPLOADS", ...upload },
    params: picture,
  }),
  paper: action({
    ...store,
    name: "files.paper",
    http: { method: "PUT", path: "/paper", auth: "bearer", idempotency: "never", upload: "document" },
    params: document,
  }),
  staff: action({
    ...store,
    name: "files.staff",
    http: { method: "PUT", path: "/admin/picture", auth: "admin", permission: "users:write", ...upload },
    params: picture,
  }),
};

/** Counts the files that reach it. */
function filesService(state: StubState): ServiceSchema {
  const nothing = async () => undefined;
  const stored = async () => {
    state.runs += 1;
  };
  const { ownLook, staffLook, own, proven, paper, staff } = contracts;
  return {
    name: "files",
    actions: {
      ownLook: implement(ownLook, nothing),
      staffLook: implement(staffLook, nothing),
      own: implement(own, stored),
      proven: implement(proven, stored),
      paper: implement(paper, stored),
      staff: implement(staff, stored),
    },
  };
}

let gateway: TestGateway;
let file: Buffer;
beforeAll(async () => {
  gateway = await startTestGateway({
    services: (state) => [filesService(state), accountStub(state)],
    options: { contracts: [...Object.values(contracts), getPublicKeys] },
  });
  await untilReady(gateway);
  file = await sharp({ create: { width: 64, height: 64, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
});
beforeEach(() => {
  gateway.state.runs = 0;
});
afterEach(() => {
  gateway.runtime.clock.reset();
  killSwitch(false);
  jest.restoreAllMocks();
});
afterAll(() => gateway.stop());

const killSwitch = (active: boolean) =>
  gateway.runtime.config.update({ revision: uuid(), values: [], flags: [], killSwitches: [{ system: "UPLOADS", active }] });
const bearer = (claims: Record<string, unknown> = {}) => ({ authorization: `Bearer ${gateway.token(uuid(), { claims })}` });
const outcomeOf = ({ status, body }: Pick<Reply, "status" | "body">) => (status < 400 ? `${status}` : `${status} ${body.error.i18nKey}`);

/** Sends one half of a file, and the other one when the gateway waits for it and `meanwhile` is over. */
async function sendSlowly(path: string, headers: Record<string, string>, meanwhile: () => unknown): Promise<string> {
  const read = jest.spyOn(gateway.runtime.config, "read");
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const reply = fetch(`${gateway.origin}/api/v1${path}`, { method: "PUT", headers, body: readable, duplex: "half" });
  await writer.write(file.subarray(0, 100));
  // The limit of the body is read when the request has been admitted.
  await eventually(() =>
    expect(read.mock.calls.flat().filter((key) => /^images\.max_(document_)?bytes$/.test(String(key)))).toHaveLength(1),
  );
  await meanwhile();
  await writer.write(file.subarray(100));
  await writer.close();
  const response = await reply;
  return outcomeOf({ status: response.status, body: (await response.json()) as Reply["body"] });
}

/** Ends a session, and resolves when the gateway knows. */
async function revoke(sessionId: string, reason: RevokedReason, headers: Record<string, string>): Promise<void> {
  gateway.state.revoked.push({ sessionId, reason, revokedAt: new Date().toISOString() });
  await eventually(async () => expect((await gateway.send("GET", "/look", { headers })).status).toBe(401));
}

describe("a file that is still on its way when its session ends", () => {
  it.each(["/picture", "/paper"])("CRW-22 %s is stored while the session lives, however slowly it comes", async (path) => {
    expect(await sendSlowly(path, bearer(), () => undefined)).toBe("200");
    expect(gateway.state.runs).toBe(1);
  });

  it.each([
    ["/picture", "LOGOUT"],
    ["/picture", "USER_GONE"],
    ["/paper", "ADMIN"],
  ] as const)("SGN-03 %s is 401 and nothing is stored when it ends by %s", async (path, reason) => {
    const sid = uuid();
    const headers = bearer({ sid });
    expect(await sendSlowly(path, headers, () => revoke(sid, reason, headers))).toBe("401 error.unauthorized");
    expect(gateway.state.runs).toBe(0);
  });

  it.each([
    [null, "401 error.unauthorized"],
    [["EDITOR"], "403 error.forbidden"],
  ] as const)("STF-12 nothing is stored of a colleague whose roles become %p", async (roles, refusal) => {
    const { runtime, state } = gateway;
    const cookies = adminCookies(runtime.env.secrets.pseudonymKey);
    const sessionId = uuid();
    state.admins.set(sessionId, ["ADMIN"]);
    const expiresAt = new Date(runtime.clock.now().getTime() + MINUTE);
    const { cookie } = cookies.issue({ sessionId, userId: uuid(), expiresAt });
    const headers = { cookie: `admin_session=${cookie}`, "x-csrf-token": cookies.csrfToken(sessionId) };
    const end = async () => {
      if (roles) state.admins.set(sessionId, roles);
      else state.admins.delete(sessionId);
      // Such a session is asked for anew after a second at the latest.
      const calls = state.adminSessionCalls;
      await eventually(async () => {
        await gateway.send("GET", "/admin/look", { headers });
        expect(state.adminSessionCalls).toBeGreaterThan(calls);
      });
    };
    expect(await sendSlowly("/admin/picture", headers, end)).toBe(refusal);
    expect(state.runs).toBe(0);
  });

  it("STF-21 nothing is stored when the proof has become too old, or uploads are switched off", async () => {
    const provenAt = Math.floor(gateway.runtime.clock.now().getTime() / SECOND);
    const headers = bearer({ auth_time: provenAt - 14 * 60 });
    expect(await sendSlowly("/proven", headers, () => killSwitch(true))).toBe("503 features.uploads_disabled");
    killSwitch(false);
    jest.restoreAllMocks();
    expect(await sendSlowly("/proven", headers, () => gateway.runtime.clock.advance(2 * MINUTE))).toBe("403 auth.step_up.required");
    expect(gateway.state.runs).toBe(0);
  });
});
