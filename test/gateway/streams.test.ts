import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { adminCookies } from "#libs/contracts/account/admin-cookie.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type EventSourceClient, openEventSource } from "../support/event-source.ts";
import { eventually } from "../support/eventually.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { within } from "../support/within.ts";
import { type FeedState, feedContracts, feedService } from "./feed.ts";
import { accountStub, type StubState, startTestGateway, type TestGateway, untilReady } from "./fixture.ts";

const feed: FeedState = { counters: new Map(), reads: 0, padding: "" };
const feedGateway = {
  services: (state: StubState) => [feedService(feed), accountStub(state)],
  options: { contracts: feedContracts },
};
const open: EventSourceClient[] = [];

async function openFeed(origin: string, token: string, headers: Record<string, string> = {}): Promise<EventSourceClient> {
  const source = await openEventSource(`${origin}/api/v1/feed`, { authorization: `Bearer ${token}`, ...headers });
  open.push(source);
  return source;
}

async function advance(gateway: TestGateway, userId: string): Promise<number> {
  const next = (feed.counters.get(userId) ?? 0) + 1;
  feed.counters.set(userId, next);
  await gateway.broker.broadcast(HINTS.streamNews.name, { userId });
  return next;
}

/** An admin session: its id, and the headers with its cookie. */
function staffSession({ runtime, state }: TestGateway, roles: readonly string[]) {
  const sessionId = uuid();
  state.admins.set(sessionId, roles);
  const expiresAt = new Date(runtime.clock.now().getTime() + 60_000);
  const { cookie } = adminCookies(runtime.env.secrets.pseudonymKey).issue({ sessionId, userId: uuid(), expiresAt });
  return { sessionId, headers: { cookie: `admin_session=${cookie}` } };
}

async function openStaffFeed(origin: string, { headers }: ReturnType<typeof staffSession>): Promise<EventSourceClient> {
  const source = await openEventSource(`${origin}/api/v1/admin/feed`, headers);
  open.push(source);
  return source;
}

afterEach(() => {
  feed.padding = "";
  for (const source of open.splice(0)) source.close();
});

describe("streams of one gateway", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(feedGateway);
    await untilReady(gateway);
  });
  afterAll(() => gateway.stop());

  it("streams read after a hint for their user only, and ignore malformed hints", async () => {
    const [ann, bob] = [uuid(), uuid()];
    const [ofAnn, ofBob] = [await openFeed(gateway.origin, gateway.token(ann)), await openFeed(gateway.origin, gateway.token(bob))];
    feed.counters.set(bob, 1);
    for (const payload of [undefined, null, 7, { userId: { $ne: 1 } }, {}]) await gateway.broker.broadcast(HINTS.streamNews.name, payload);
    await advance(gateway, ann);
    expect(await ofAnn.until("count", 1)).toEqual([1]);
    expect(ofBob.data("count")).toEqual([]);
  });

  it("EAS-08 all streams of a user, and no others, hear that a message, payout or ticket of theirs has changed", async () => {
    const [ann, bob] = [uuid(), uuid()];
    const ofAnn = await Promise.all([1, 2].map(() => openFeed(gateway.origin, gateway.token(ann))));
    const ofBob = await openFeed(gateway.origin, gateway.token(bob));
    for (const payload of [undefined, null, 7, { userId: { $ne: 1 } }]) await gateway.broker.broadcast(HINTS.messageChanged.name, payload);
    for (const { name } of [HINTS.messageChanged, HINTS.payoutChanged, HINTS.ticketChanged])
      await gateway.broker.broadcast(name, { userId: ann });
    for (const source of ofAnn) expect(await source.until("changed", 3)).toEqual([{}, {}, {}]);
    expect(ofBob.data("changed")).toEqual([]);
  });

  it("OPS-09 streams count as status 200, and their duration is not measured as response time", async () => {
    const measured = async () => /http_request_duration_seconds_count\S* (\d+)/.exec(await gateway.runtime.metrics.render())?.[1];
    const before = await measured();
    const source = await openFeed(gateway.origin, gateway.token());
    source.close();
    await eventually(async () => {
      const text = await gateway.runtime.metrics.render();
      expect(text).toMatch(/http_requests_total\{route="\/api\/v1\/feed",status="200"\}/);
      expect(text).not.toMatch(/route="\/api\/v1\/feed",status="499"/);
      expect(await measured()).toBe(before);
    });
  });

  it("streams resume after Last-Event-ID", async () => {
    const ann = uuid();
    feed.counters.set(ann, 5);
    const source = await openFeed(gateway.origin, gateway.token(ann), { "last-event-id": "2" });
    expect(await source.until("count", 3)).toEqual([3, 4, 5]);
  });

  it("streams read nothing more for a client that does not read", async () => {
    feed.padding = "x".repeat(500_000);
    const socket = connect(Number(new URL(gateway.origin).port), "127.0.0.1");
    socket.on("error", () => undefined);
    const head = ["GET /api/v1/feed HTTP/1.1", "Host: x", `Authorization: Bearer ${gateway.token()}`, "", ""];
    socket.write(head.join("\r\n"));
    socket.pause();
    // The stream reads until the buffers of both sockets are full, then no more.
    let previous = -1;
    await eventually(async () => {
      const reads = feed.reads;
      const isUnchanged = reads === previous;
      previous = reads;
      await setTimeout(250);
      expect([reads > 0, isUnchanged, feed.reads]).toEqual([true, true, reads]);
    });
    expect(feed.reads).toBeLessThan(100);
    socket.destroy();
  });

  it("AUT-13 streams end when their session is revoked, while others stay open", async () => {
    const sid = uuid();
    const revoked = await openFeed(gateway.origin, gateway.token(uuid(), { claims: { sid } }));
    const other = await openFeed(gateway.origin, gateway.token());
    gateway.state.revoked.push({ sessionId: sid, reason: "LOGOUT", revokedAt: new Date().toISOString() });
    await within(
      3_000,
      eventually(() => expect(revoked.ended).toBe(true)),
    );
    expect(other.ended).toBe(false);
  });

  it("CNS-10 a stream by cookie reads with the roles of now, and is never a use of its session", async () => {
    const session = staffSession(gateway, ["SUPPORT"]);
    const source = await openStaffFeed(gateway.origin, session);
    expect(await source.until("roles", 1)).toEqual([["SUPPORT"]]);
    gateway.state.admins.set(session.sessionId, ["FINANCE", "EDITOR"]);
    await eventually(async () => {
      await gateway.broker.broadcast(HINTS.overviewChanged.name, {});
      expect(source.data("roles")).toEqual([["SUPPORT"], ["FINANCE", "EDITOR"]]);
    });
    await gateway.broker.broadcast(HINTS.staffActed.name, { kind: "TICKET", id: "t", by: "b" });
    await gateway.broker.broadcast(HINTS.staffActed.name, { kind: "PAYOUT", id: "p", by: "b" });
    expect(await source.until("changed", 1)).toEqual([{ kind: "PAYOUT", id: "p", by: "b" }]);
    expect(gateway.state.adminSessionUses).toBe(0);
    expect(gateway.state.adminSessionCalls).toBeGreaterThan(1);
  });

  it("CNS-10 hints of users reach no stream of staff, and hints of staff none of users", async () => {
    const session = staffSession(gateway, ["SUPER_ADMIN"]);
    const [ann, staff] = [uuid(), await openStaffFeed(gateway.origin, session)];
    const ofAnn = await openFeed(gateway.origin, gateway.token(ann));
    await gateway.broker.broadcast(HINTS.staffActed.name, { kind: "USER", id: ann, by: "b" });
    await gateway.broker.broadcast(HINTS.ticketChanged.name, { userId: `admin of ${session.sessionId}` });
    await gateway.broker.broadcast(HINTS.ticketChanged.name, { userId: ann });
    expect(await ofAnn.until("changed", 1)).toEqual([{}]);
    expect(await staff.until("changed", 1)).toEqual([{ kind: "USER", id: ann, by: "b" }]);
  });

  it("CNS-10 staff who may see it hear what a user has changed; the user is told only that something has", async () => {
    const [ann, id] = [uuid(), uuid()];
    const support = await openStaffFeed(gateway.origin, staffSession(gateway, ["SUPPORT"]));
    const finance = await openStaffFeed(gateway.origin, staffSession(gateway, ["FINANCE"]));
    const ofAnn = await openFeed(gateway.origin, gateway.token(ann));
    for (const source of [support, finance]) await source.until("roles", 1);
    for (const object of [{ kind: "PAYOUT", id }, { kind: "TICKET", id }, { kind: "NOTHING", id }, { kind: "TICKET" }, "TICKET", null])
      await gateway.broker.broadcast(HINTS.ticketChanged.name, { userId: ann, object });
    expect(await ofAnn.until("changed", 6)).toEqual(Array(6).fill({}));
    expect(await finance.until("changed", 1)).toEqual([{ kind: "PAYOUT", id, by: null }]);
    expect(await support.until("changed", 1)).toEqual([{ kind: "TICKET", id, by: null }]);
  });

  it("OPS-11 streams end when the gateway stops, and do not delay it", async () => {
    const stopping = await startTestGateway(feedGateway);
    await untilReady(stopping);
    const source = await openFeed(stopping.origin, stopping.token());
    await within(3_000, stopping.stop());
    await eventually(() => expect(source.ended).toBe(true));
  });
});

describe("streams of two gateways", () => {
  let nats: NatsServer;
  let gateway: TestGateway;
  let child: ChildProcess;
  let origins: readonly string[];
  beforeAll(async () => {
    nats = await startNatsServer();
    gateway = await startTestGateway({ ...feedGateway, env: { natsServers: [nats.url] } });
    const script = fileURLToPath(new URL("./gateway-process.ts", import.meta.url));
    const options = {
      env: { ...process.env, NODE_OPTIONS: "" },
      stdio: ["ignore", "ignore", "inherit", "ipc"] as ("ignore" | "inherit" | "ipc")[],
    };
    child = fork(script, [nats.url, gateway.runtime.env.namespace], options);
    const [{ port }] = (await once(child, "message")) as [{ port: number }];
    origins = [gateway.origin, `http://127.0.0.1:${port}`];
    await untilReady(gateway);
    await eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200));
  });
  afterAll(async () => {
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
    await gateway.stop();
    await nats.dispose();
  });

  it("streams of both gateways get all new events", async () => {
    const ann = uuid();
    const sources = await Promise.all(origins.map((origin) => openFeed(origin, gateway.token(ann))));
    for (let times = 0; times < 2; times++) {
      const next = await advance(gateway, ann);
      for (const source of sources) await eventually(() => expect(source.data("count").at(-1)).toBe(next));
    }
  });

  it("CNS-10 staff hear on both gateways what a colleague changed, and their streams end on both with their session", async () => {
    const session = staffSession(gateway, ["MODERATOR"]);
    const sources = await Promise.all(origins.map((origin) => openStaffFeed(origin, session)));
    for (const source of sources) await source.until("roles", 1);
    const act = { kind: "REPORT", id: uuid(), by: uuid() };
    await gateway.broker.broadcast(HINTS.staffActed.name, act);
    for (const source of sources) expect(await source.until("changed", 1)).toEqual([act]);
    gateway.state.admins.delete(session.sessionId);
    await within(
      3_000,
      eventually(() => expect(sources.map(({ ended }) => ended)).toEqual([true, true])),
    );
  });

  it("CNS-10 STF-12 they end by the hint alone while the account service is away", async () => {
    const session = staffSession(gateway, ["MODERATOR"]);
    const sources = await Promise.all(origins.map((origin) => openStaffFeed(origin, session)));
    for (const source of sources) await source.until("roles", 1);
    gateway.state.isAccountAway = true;
    await gateway.broker.broadcast(HINTS.sessionsRevoked.name, { sessionId: session.sessionId, reason: "ROLE_CHANGE" });
    const ended = eventually(() => expect(sources.map(({ ended }) => ended)).toEqual([true, true]));
    await within(3_000, ended).finally(() => {
      gateway.state.isAccountAway = false;
    });
  });

  it("AUT-13 streams end on both gateways when their session is revoked", async () => {
    const sid = uuid();
    const token = gateway.token(uuid(), { claims: { sid } });
    const sources = await Promise.all(origins.map((origin) => openFeed(origin, token)));
    await gateway.broker.broadcast(HINTS.sessionsRevoked.name, { sessionId: sid, reason: "ADMIN" });
    for (const source of sources) await eventually(() => expect(source.ended).toBe(true));
  });
});
