import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import jwt from "jsonwebtoken";
import type { ServiceBroker, ServiceSchema } from "moleculer";
import { gatewayPort, gatewayService } from "#gateway/gateway.service.ts";
import type { GatewayOptions } from "#gateway/options.ts";
import { createBroker } from "#libs/broker/create-broker.ts";
import { action } from "#libs/contract-kit/contract.ts";
import { type Ctx, implement } from "#libs/contract-kit/implement.ts";
import { ACCESS_TOKEN, getPublicKeys, listRevokedSessions, type RevokedReason, USER_STATUSES } from "#libs/contracts/account.ts";
import { clampedPage, PLATFORMS } from "#libs/contracts/shared.ts";
import type { Env } from "#libs/env/env.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { RuntimeParts } from "#libs/runtime/create-runtime.ts";
import { eventually } from "#test/support/eventually.ts";
import { httpClient, type Send } from "#test/support/http.ts";
import { createTestRuntime, type TestRuntime } from "#test/support/runtime.ts";

const facts = {
  address: { type: "string", optional: true, from: "clientAddress" },
  agent: { type: "string", max: 20, optional: true, from: "userAgent" },
  country: { type: "string", optional: true, from: "country" },
  platform: { type: "enum", values: PLATFORMS, default: "WEB", from: "platform" },
  locale: { type: "string", optional: true, from: "locale" },
  idempotencyKey: { type: "string", max: 255, optional: true, from: "idempotencyKey" },
  session: { type: "string", max: 100, optional: true, from: "cookie" },
} as const;

/** Answers what it was given. */
export const echo = action({
  name: "fixture.echo",
  summary: "Echo",
  http: { method: "POST", path: "/echo/{id}", status: 201, auth: "public", readsCookies: { session: "session" } },
  params: {
    id: { type: "string", max: 64 },
    text: { type: "string", min: 1, max: 20 },
    count: { type: "number", min: 1, max: 10, integer: true },
    nested: { type: "json", optional: true },
    ...facts,
  },
  returns: { type: "json" },
  errors: [],
});

export const search = action({
  name: "fixture.search",
  summary: "Search",
  http: { method: "GET", path: "/search", auth: "public", limit: "help_articles", headers: { "Cache-Control": "public, s-maxage=300" } },
  params: {
    word: { type: "string", optional: true },
    size: { type: "number", integer: true, min: 1, max: 50, optional: true },
    open: { type: "boolean", optional: true },
    ...clampedPage,
  },
  returns: { type: "json" },
  errors: [],
});

/** Does one thing for a signed-in caller, or fails as it is told. */
export const work = action({
  name: "fixture.work",
  summary: "Work",
  http: { method: "POST", path: "/work", auth: "bearer", limit: "messages_send", killSwitch: "MESSAGING" },
  params: { fail: { type: "string", optional: true }, payload: { type: "string", optional: true } },
  returns: { type: "object", props: { run: { type: "number" }, userId: { type: "string" } } },
  errors: ["error.conflict"],
});

export const workOn = action({
  name: "fixture.workOn",
  summary: "Work on one thing",
  http: { method: "PATCH", path: "/work/{id}/part", auth: "bearer" },
  params: { id: { type: "string", max: 64 }, payload: { type: "string", optional: true } },
  returns: null,
  errors: [],
});

export const removeWork = action({
  name: "fixture.removeWork",
  summary: "Remove",
  http: { method: "DELETE", path: "/work/{id}", auth: "bearer", deprecated: { successor: "/work" } },
  params: { id: { type: "string", max: 64 }, depth: { type: "number", optional: true } },
  returns: { type: "json" },
  errors: [],
});

export const mustBeKeyed = action({
  name: "fixture.keyed",
  summary: "Needs a key",
  http: { method: "POST", path: "/keyed", auth: "bearer", idempotency: "required" },
  params: {},
  returns: { type: "object", props: { run: { type: "number" } } },
  errors: [],
});

export const makeSecret = action({
  name: "fixture.secret",
  summary: "Answers a secret",
  http: { method: "POST", path: "/secret", auth: "bearer", idempotency: "never" },
  params: {},
  returns: { type: "object", props: { run: { type: "number" } } },
  errors: [],
});

export const endSession = action({
  name: "fixture.endSession",
  summary: "Open during a deletion",
  http: { method: "POST", path: "/open/deletion", auth: "bearer", openDuringDeletion: true, openToGoneUsers: true },
  params: {},
  returns: null,
  errors: [],
});

export const adminWork = action({
  name: "fixture.adminWork",
  summary: "Admins only",
  http: { method: "GET", path: "/admin/work", auth: "admin", permission: "config:write" },
  params: {},
  returns: null,
  errors: [],
});

export const cookieOnly = action({
  name: "fixture.cookieOnly",
  summary: "Admin session only",
  http: { method: "GET", path: "/admin/cookie", auth: "adminSession", permission: "config:write" },
  params: {},
  returns: null,
  errors: [],
});

export const signIn = action({
  name: "fixture.signIn",
  summary: "Sets a cookie",
  http: {
    method: "POST",
    path: "/sign-in",
    auth: "public",
    cookie: { field: "token", name: "session", path: "/api/v1/x", maxAgeSeconds: 60 },
  },
  params: {},
  returns: { type: "object", props: { token: { type: "string" }, status: { type: "enum", values: USER_STATUSES } } },
  errors: [],
});

/** Takes as long as it is told. */
export const linger = action({
  name: "slow.linger",
  summary: "Slow",
  http: { method: "GET", path: "/slow", auth: "public" },
  params: { ms: { type: "number", min: 0, max: 60_000 } },
  returns: { type: "object", props: { ms: { type: "number" } } },
  errors: [],
});

/** Not for the outside. */
export const internal = action({ name: "fixture.internal", summary: "Internal", params: {}, returns: null, errors: [] });

export const fixtureContracts = [
  ...[echo, search, work, workOn, removeWork, mustBeKeyed, makeSecret, endSession, adminWork, cookieOnly, signIn, linger, internal],
  getPublicKeys,
];

export interface Revoked {
  readonly sessionId: string;
  readonly reason: RevokedReason;
  readonly revokedAt: string;
}

/** What a test sees and steers of the stand-in services. */
export interface Scene {
  runs: number;
  readonly revoked: Revoked[];
  /** Public keys that the account stand-in hands out: kid → private key. */
  readonly keys: Map<string, KeyObject>;
}

export function newScene(): Scene {
  return { runs: 0, revoked: [], keys: new Map() };
}

export function fixtureService(scene: Scene): ServiceSchema {
  const counted = async (ctx: Pick<Ctx<unknown>, "caller">) => ({ run: ++scene.runs, userId: ctx.caller.userId });
  const nothing = async () => undefined;
  return {
    name: "fixture",
    actions: {
      echo: implement(echo, async (ctx) => ({ ...ctx.params, requestId: ctx.requestId, visitor: ctx.visitor?.userId ?? null })),
      search: implement(search, async (ctx) => ctx.params),
      work: implement(work, async (ctx) => {
        const answer = await counted(ctx);
        fail(ctx.params.fail);
        return answer;
      }),
      workOn: implement(workOn, async (ctx) => void (await counted(ctx))),
      removeWork: implement(removeWork, async (ctx) => ({ ...(await counted(ctx)), ...ctx.params })),
      keyed: implement(mustBeKeyed, counted),
      secret: implement(makeSecret, counted),
      endSession: implement(endSession, nothing),
      adminWork: implement(adminWork, nothing),
      cookieOnly: implement(cookieOnly, nothing),
      signIn: implement(signIn, async () => ({ token: "s3cret/=", status: "ACTIVE" as const })),
      internal: implement(internal, nothing),
    },
  };
}

function fail(how: string | undefined): void {
  if (how === "conflict") throw new AppError("error.conflict");
  if (how === "throttled") throw new AppError("error.throttled", { retryAfter: 7 });
  if (how === "vars") throw new AppError("error.validation_failed", {}, [{ message: "a rule" }]);
  if (how === "forbidden") throw new AppError("error.forbidden");
  if (how === "unavailable") throw new AppError("error.service_unavailable");
  if (how === "bug") throw new TypeError("db password is hunter2 at mongodb://10.0.0.1 /srv/app/x.ts");
  if (how === "foreign") throw Object.assign(new Error("E11000 duplicate key"), { code: 404, type: "NOT_FOUND", data: { leak: "secret" } });
}

export function slowService(): ServiceSchema {
  return {
    name: "slow",
    actions: {
      linger: implement(linger, async ({ params: { ms } }) => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        return { ms };
      }),
    },
  };
}

export function accountStandIn(scene: Scene): ServiceSchema {
  return {
    name: "account",
    actions: {
      getPublicKeys: implement(getPublicKeys, async () => ({ keys: [...scene.keys].map(([kid, key]) => publicJwk(kid, key)) })),
      listRevokedSessions: implement(listRevokedSessions, async ({ params: { since } }) => ({
        asOf: new Date().toISOString(),
        revoked: scene.revoked.filter(({ revokedAt }) => revokedAt >= since).map((row) => ({ ...row })),
      })),
    },
  };
}

function publicJwk(kid: string, key: KeyObject) {
  const { x = "", y = "" } = createPublicKey(key).export({ format: "jwk" });
  return { kty: "EC", crv: "P-256", x, y, kid, use: "sig", alg: ACCESS_TOKEN.algorithm };
}

export interface TokenParts {
  readonly claims?: Record<string, unknown>;
  readonly key?: KeyObject | string;
  readonly kid?: string;
  readonly options?: jwt.SignOptions;
}

export interface Stage {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
  readonly scene: Scene;
  readonly origin: string;
  readonly send: Send;
  /** A token of a user with a session of its own. */
  token(userId?: string, parts?: TokenParts): string;
  stop(): Promise<void>;
}

export interface StageOptions {
  readonly env?: Partial<Env>;
  readonly parts?: RuntimeParts;
  readonly gateway?: GatewayOptions;
  readonly services?: (scene: Scene) => readonly ServiceSchema[];
  readonly scene?: Scene;
}

const allServices = (scene: Scene): readonly ServiceSchema[] => [fixtureService(scene), slowService(), accountStandIn(scene)];

/** A gateway with its stand-in services in one broker, listening. */
export async function openStage({ env, parts, gateway, services = allServices, scene = newScene() }: StageOptions = {}): Promise<Stage> {
  const runtime = createTestRuntime(env, parts);
  const signingKey = createPrivateKey(runtime.env.secrets.tokenSigningKey);
  scene.keys.set("k1", signingKey);
  const broker = createBroker(runtime, [
    ...services(scene).map((schema) => () => schema),
    (lent) => gatewayService(lent, { contracts: fixtureContracts, ...gateway }),
  ]);
  await broker.start();
  const origin = `http://127.0.0.1:${gatewayPort(broker)}`;
  const stage: Stage = {
    runtime,
    broker,
    scene,
    origin,
    send: httpClient(`${origin}/api/v1`),
    token: (userId = uuid(), { claims = {}, key = signingKey, kid = "k1", options = {} } = {}) =>
      jwt.sign(
        {
          iss: ACCESS_TOKEN.issuer,
          aud: ACCESS_TOKEN.audience,
          typ: ACCESS_TOKEN.use,
          token_use: ACCESS_TOKEN.use,
          sub: userId,
          sid: uuid(),
          roles: [],
          status: "ACTIVE",
          exp: Math.floor(runtime.clock.now().getTime() / SECOND) + 900,
          ...claims,
        },
        key,
        { algorithm: ACCESS_TOKEN.algorithm, keyid: kid, ...options },
      ),
    async stop() {
      await broker.stop();
      await runtime.close();
    },
  };
  return stage;
}

/** Waits until the gateway says that it is ready. */
export async function untilReady({ origin }: Pick<Stage, "origin">): Promise<void> {
  await eventually(async () => {
    const { status } = await fetch(`${origin}/health/ready`);
    if (status !== 200) throw new Error(`not ready: ${status}`);
  }, 10_000);
}
