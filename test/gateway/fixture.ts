import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import jwt from "jsonwebtoken";
import type { ServiceBroker, ServiceSchema } from "moleculer";
import { gatewayPort, gatewayService } from "#gateway/gateway.service.ts";
import type { GatewayOptions } from "#gateway/options.ts";
import { createBroker } from "#libs/broker/create-broker.ts";
import { type Ctx, implement } from "#libs/contract-kit/implement.ts";
import { ACCESS_TOKEN, getAdminSession, getPublicKeys, listRevokedSessions, type RevokedReason } from "#libs/contracts/account.ts";
import type { Env } from "#libs/env/env.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { RuntimeParts } from "#libs/runtime/create-runtime.ts";
import { eventually } from "#test/support/eventually.ts";
import { httpClient, type Send } from "#test/support/http.ts";
import { createTestRuntime, type TestRuntime } from "#test/support/runtime.ts";
import * as contracts from "./fixture-contracts.ts";

export interface Revoked {
  readonly sessionId: string;
  readonly reason: RevokedReason;
  readonly revokedAt: string;
}

/** What a test sees and steers of the stand-in services. */
export interface Scene {
  runs: number;
  /** How many slow actions are under way. */
  lingering: number;
  readonly revoked: Revoked[];
  /** Roles of the admin sessions that live: session id → roles. */
  readonly admins: Map<string, readonly string[]>;
  /** How often the account stand-in was asked for an admin session. */
  adminQuestions: number;
  /** Public keys that the account stand-in hands out: kid → private key. */
  readonly keys: Map<string, KeyObject>;
}

export function newScene(): Scene {
  return { runs: 0, lingering: 0, revoked: [], admins: new Map(), adminQuestions: 0, keys: new Map() };
}

export function fixtureService(scene: Scene): ServiceSchema {
  const counted = async (ctx: Pick<Ctx<unknown>, "caller">) => ({ run: ++scene.runs, userId: ctx.caller.userId });
  const nothing = async () => undefined;
  return {
    name: "fixture",
    actions: {
      echo: implement(contracts.echo, async (ctx) => ({ ...ctx.params, requestId: ctx.requestId, visitor: ctx.visitor?.userId ?? null })),
      search: implement(contracts.search, async (ctx) => ctx.params),
      work: implement(contracts.work, async (ctx) => {
        const answer = await counted(ctx);
        fail(ctx.params.fail);
        return answer;
      }),
      workOn: implement(contracts.workOn, async (ctx) => void (await counted(ctx))),
      replaceWork: implement(contracts.replaceWork, async (ctx) => void (await counted(ctx))),
      removeWork: implement(contracts.removeWork, async (ctx) => ({ ...(await counted(ctx)), ...ctx.params })),
      keyed: implement(contracts.mustBeKeyed, counted),
      secret: implement(contracts.makeSecret, counted),
      endSession: implement(contracts.endSession, nothing),
      adminWork: implement(contracts.adminWork, nothing),
      cookieOnly: implement(contracts.cookieOnly, nothing),
      cookieWork: implement(contracts.cookieWork, counted),
      signIn: implement(contracts.signIn, async () => ({ token: "s3cret/=", status: "ACTIVE" as const })),
      internal: implement(contracts.internal, nothing),
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

export function slowService(scene: Scene): ServiceSchema {
  return {
    name: "slow",
    actions: {
      linger: implement(contracts.linger, async ({ params: { ms } }) => {
        scene.lingering += 1;
        await new Promise((resolve) => setTimeout(resolve, ms));
        scene.lingering -= 1;
        return { ms };
      }),
    },
  };
}

const REVOKED_IN_ONE_ANSWER = 3;

export function accountStandIn(scene: Scene): ServiceSchema {
  return {
    name: "account",
    actions: {
      getPublicKeys: implement(getPublicKeys, async () => ({ keys: [...scene.keys].map(([kid, key]) => publicJwk(kid, key)) })),
      listRevokedSessions: implement(listRevokedSessions, async ({ params: { since, after } }) => {
        const all = scene.revoked.filter(({ revokedAt }) => revokedAt >= since);
        const rest = all.slice(all.findIndex(({ sessionId }) => sessionId === after) + 1);
        const revoked = rest.slice(0, REVOKED_IN_ONE_ANSWER).map((row) => ({ ...row }));
        return { asOf: new Date().toISOString(), revoked, more: rest.length > revoked.length };
      }),
      getAdminSession: implement(getAdminSession, async ({ params: { sessionId } }) => {
        scene.adminQuestions += 1;
        const roles = scene.admins.get(sessionId);
        return { admin: roles ? { userId: `admin of ${sessionId}`, roles: [...roles], accountStatus: "ACTIVE" } : null };
      }),
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
  /** Null: the token names no key. */
  readonly kid?: string | null;
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

const allServices = (scene: Scene): readonly ServiceSchema[] => [fixtureService(scene), slowService(scene), accountStandIn(scene)];

/** A gateway with its stand-in services in one broker, listening. */
export async function openStage({ env, parts, gateway, services = allServices, scene = newScene() }: StageOptions = {}): Promise<Stage> {
  const runtime = createTestRuntime(env, parts);
  const signingKey = createPrivateKey(runtime.env.secrets.tokenSigningKey);
  scene.keys.set("k1", signingKey);
  const broker = createBroker(runtime, [
    ...services(scene).map((schema) => () => schema),
    (lent) => gatewayService(lent, { contracts: contracts.fixtureContracts, ...gateway }),
  ]);
  await broker.start();
  const origin = `http://127.0.0.1:${gatewayPort(broker)}`;
  const stage: Stage = {
    runtime,
    broker,
    scene,
    origin,
    send: httpClient(`${origin}/api/v1`),
    token: (userId = uuid(), { claims = {}, key = signingKey, kid = "k1", options = {} } = {}) => {
      const payload = {
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
      };
      const present = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
      return jwt.sign(present, key, { algorithm: ACCESS_TOKEN.algorithm, ...(kid === null ? {} : { keyid: kid }), ...options });
    },
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
