import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import jwt from "jsonwebtoken";
import type { ServiceBroker, ServiceSchema } from "moleculer";
import { type GatewayOptions, gatewayPort, gatewayService } from "#gateway/gateway.service.ts";
import { type Ctx, implement } from "#libs/contract-kit/implement.ts";
import { ACCESS_TOKEN, getAdminSession, getPublicKeys, listRevokedSessions, type RevokedReason } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import type { Env } from "#libs/platform/env/env.ts";
import { eventually } from "../support/eventually.ts";
import { httpClient, type Send } from "../support/http.ts";
import { createTestRuntime, type TestParts, type TestRuntime } from "../support/runtime.ts";
import { PROVEN } from "../support/sealed-call.ts";
import * as contracts from "./fixture-contracts.ts";

interface Revoked {
  readonly sessionId: string;
  readonly reason: RevokedReason;
  readonly revokedAt: string;
}

/** Counters of the stub services, and the answers that a test sets for them. */
export interface StubState {
  /** How often actions of the fixture service ran. */
  runs: number;
  /** How many slow actions are running. */
  slowCalls: number;
  readonly revoked: Revoked[];
  /** Open admin sessions: session id → roles. */
  readonly admins: Map<string, readonly string[]>;
  /** Their users, where a test names them. */
  readonly adminIds: Map<string, string>;
  /** Calls of `account.getAdminSession`. */
  adminSessionCalls: number;
  /** Whether these calls fail. */
  isAccountAway: boolean;
  /** Those of them that prolong the session. */
  adminSessionUses: number;
  /** Keys that `account.getPublicKeys` publishes: kid → private key. */
  readonly keys: Map<string, KeyObject>;
}

export function newStubState(): StubState {
  return {
    runs: 0,
    slowCalls: 0,
    revoked: [],
    admins: new Map(),
    adminIds: new Map(),
    adminSessionCalls: 0,
    isAccountAway: false,
    adminSessionUses: 0,
    keys: new Map(),
  };
}

export function fixtureService(state: StubState): ServiceSchema {
  const countRun = async (ctx: Pick<Ctx<unknown>, "caller">) => ({ run: ++state.runs, userId: ctx.caller.userId });
  const nothing = async () => undefined;
  return {
    name: "fixture",
    actions: {
      echo: implement(contracts.echo, async (ctx) => ({
        ...ctx.params,
        requestId: ctx.requestId,
        visitor: ctx.optionalCaller?.userId ?? null,
      })),
      search: implement(contracts.search, async (ctx) => ctx.params),
      work: implement(contracts.work, async (ctx) => {
        const result = await countRun(ctx);
        failAs(ctx.params.fail);
        return result;
      }),
      workOn: implement(contracts.workOn, async (ctx) => void (await countRun(ctx))),
      replaceWork: implement(contracts.replaceWork, async (ctx) => void (await countRun(ctx))),
      removeWork: implement(contracts.removeWork, async (ctx) => ({ ...(await countRun(ctx)), ...ctx.params })),
      keyed: implement(contracts.keyed, countRun),
      secret: implement(contracts.secret, countRun),
      endSession: implement(contracts.endSession, nothing),
      adminWork: implement(contracts.adminWork, nothing),
      cookieOnly: implement(contracts.cookieOnly, nothing),
      cookieWork: implement(contracts.cookieWork, countRun),
      signIn: implement(contracts.signIn, async () => ({ token: "s3cret/=", status: "ACTIVE" as const })),
      renew: implement(contracts.renew, nothing),
      internal: implement(contracts.internal, nothing),
    },
  };
}

/** Throws an error of this kind; does nothing without one. */
function failAs(kind: string | undefined): void {
  if (kind === "conflict") throw new AppError("error.conflict");
  if (kind === "throttled") throw new AppError("error.throttled", { retryAfter: 7 });
  if (kind === "vars") throw new AppError("error.validation_failed", {}, [{ message: "a rule" }]);
  if (kind === "forbidden") throw new AppError("error.forbidden");
  if (kind === "unavailable") throw new AppError("error.service_unavailable");
  if (kind === "bug") throw new TypeError("db password is hunter2 at mongodb://10.0.0.1 /srv/app/x.ts");
  if (kind === "foreign")
    throw Object.assign(new Error("E11000 duplicate key"), { code: 404, type: "NOT_FOUND", data: { leak: "secret" } });
}

export function slowService(state: StubState): ServiceSchema {
  return {
    name: "slow",
    actions: {
      wait: implement(contracts.wait, async ({ params: { ms } }) => {
        state.slowCalls += 1;
        await setTimeout(ms);
        state.slowCalls -= 1;
        return { ms };
      }),
    },
  };
}

const REVOKED_PAGE_SIZE = 3;

export function accountStub(state: StubState): ServiceSchema {
  return {
    name: "account",
    actions: {
      getPublicKeys: implement(getPublicKeys, async () => ({ keys: [...state.keys].map(([kid, key]) => publicJwk(kid, key)) })),
      listRevokedSessions: implement(listRevokedSessions, async ({ params: { since, after } }) => {
        const all = state.revoked.filter(({ revokedAt }) => revokedAt >= since);
        const rest = all.slice(all.findIndex(({ sessionId }) => sessionId === after) + 1);
        const revoked = rest.slice(0, REVOKED_PAGE_SIZE).map((row) => ({ ...row }));
        return { asOf: new Date().toISOString(), revoked, more: rest.length > revoked.length };
      }),
      getAdminSession: implement(getAdminSession, async ({ params: { sessionId, isUse } }) => {
        state.adminSessionCalls += 1;
        if (state.isAccountAway) throw new AppError("error.service_unavailable");
        if (isUse) state.adminSessionUses += 1;
        const roles = state.admins.get(sessionId);
        const userId = state.adminIds.get(sessionId) ?? `admin of ${sessionId}`;
        return { admin: roles ? { userId, roles: [...roles], accountStatus: "ACTIVE", ...PROVEN, amr: ["pwd"] } : null };
      }),
    },
  };
}

function publicJwk(kid: string, key: KeyObject) {
  const { x = "", y = "" } = createPublicKey(key).export({ format: "jwk" });
  return { kty: "EC", crv: "P-256", x, y, kid, use: "sig", alg: ACCESS_TOKEN.algorithm };
}

interface TokenParts {
  readonly claims?: Record<string, unknown>;
  readonly key?: KeyObject | string;
  /** Null: the token has no key id. */
  readonly kid?: string | null;
  readonly options?: jwt.SignOptions;
}

export interface TestGateway {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
  readonly state: StubState;
  readonly origin: string;
  readonly send: Send;
  /** An access token of a new session. */
  token(userId?: string, parts?: TokenParts): string;
  stop(): Promise<void>;
}

interface TestGatewayOptions {
  readonly env?: Partial<Env>;
  readonly parts?: TestParts;
  readonly options?: GatewayOptions;
  readonly services?: (state: StubState) => readonly ServiceSchema[];
  readonly state?: StubState;
}

const allServices = (state: StubState): readonly ServiceSchema[] => [fixtureService(state), slowService(state), accountStub(state)];

/** A running gateway with stub services in one broker. */
export async function startTestGateway({
  env,
  parts,
  options,
  services = allServices,
  state = newStubState(),
}: TestGatewayOptions = {}): Promise<TestGateway> {
  const runtime = createTestRuntime(env, parts);
  const signingKey = createPrivateKey(runtime.env.secrets.tokenSigningKey);
  state.keys.set("k1", signingKey);
  const broker = createBroker(runtime, [
    ...services(state).map((schema) => () => schema),
    (brokerRuntime) => gatewayService(brokerRuntime, { contracts: contracts.fixtureContracts, ...options }),
  ]);
  await broker.start();
  const origin = `http://127.0.0.1:${gatewayPort(broker)}`;
  return {
    runtime,
    broker,
    state,
    origin,
    send: httpClient(`${origin}/api/v1`),
    token: (userId = uuid(), { claims = {}, key = signingKey, kid = "k1", options: signOptions = {} } = {}) => {
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
      const defined = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
      return jwt.sign(defined, key, { algorithm: ACCESS_TOKEN.algorithm, ...(kid === null ? {} : { keyid: kid }), ...signOptions });
    },
    async stop() {
      await broker.stop();
      await runtime.close();
    },
  };
}

/** Resolves when the gateway is ready. */
export async function untilReady({ origin }: Pick<TestGateway, "origin">): Promise<void> {
  await eventually(async () => {
    const { status } = await fetch(`${origin}/health/ready`);
    if (status !== 200) throw new Error(`not ready: ${status}`);
  });
}
