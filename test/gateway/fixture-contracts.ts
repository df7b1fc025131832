import { action } from "#libs/contract-kit/contract.ts";
import { getPublicKeys, USER_STATUSES } from "#libs/contracts/account/index.ts";
import { clampedPage, PLATFORMS } from "#libs/contracts/shared.ts";

const requestProperties = {
  address: { type: "string", optional: true, from: "clientAddress" },
  agent: { type: "string", max: 20, optional: true, from: "userAgent" },
  country: { type: "string", optional: true, from: "country" },
  platform: { type: "enum", values: PLATFORMS, default: "WEB", from: "platform" },
  locale: { type: "string", optional: true, from: "locale" },
  idempotencyKey: { type: "string", max: 255, optional: true, from: "idempotencyKey" },
  session: { type: "string", max: 100, optional: true, from: "cookie" },
} as const;

/** Returns its parameters. */
export const echo = action({
  name: "fixture.echo",
  summary: "Echo",
  http: { method: "POST", path: "/echo/{id}", status: 201, auth: "public", readsCookies: { session: "session" } },
  params: {
    id: { type: "string", max: 64 },
    text: { type: "string", min: 1, max: 20 },
    count: { type: "number", min: 1, max: 10, integer: true },
    nested: { type: "json", optional: true },
    ...requestProperties,
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

/** Counts a run of a signed-in caller, or fails in the given way. */
export const work = action({
  name: "fixture.work",
  class: "money",
  summary: "Work",
  http: { method: "POST", path: "/tasks", auth: "bearer", limit: "messages_send", killSwitch: "MESSAGING" },
  params: { fail: { type: "string", optional: true }, payload: { type: "string", optional: true } },
  returns: { type: "object", props: { run: { type: "number" }, userId: { type: "string" } } },
  errors: ["error.conflict"],
});

export const workOn = action({
  name: "fixture.workOn",
  summary: "Work on one task",
  http: { method: "PATCH", path: "/tasks/{id}/part", auth: "bearer" },
  params: { id: { type: "string", max: 64 }, payload: { type: "string", optional: true } },
  returns: null,
  errors: [],
});

/** The same path as {@link workOn}, with another method. */
export const replaceWork = action({
  name: "fixture.replaceWork",
  summary: "Replace one task",
  http: { method: "PUT", path: "/tasks/{id}/part", auth: "bearer" },
  params: { id: { type: "string", max: 64 } },
  returns: null,
  errors: [],
});

export const removeWork = action({
  name: "fixture.removeWork",
  summary: "Remove",
  http: {
    method: "DELETE",
    path: "/tasks/{id}",
    auth: "bearer",
    deprecated: { since: "2026-01-02", sunset: "2027-03-04", successor: "/tasks", documentation: "https://docs.example.org/old-tasks" },
  },
  params: { id: { type: "string", max: 64 }, depth: { type: "number", optional: true } },
  returns: { type: "json" },
  errors: [],
});

export const keyed = action({
  name: "fixture.keyed",
  summary: "Requires an idempotency key",
  http: { method: "POST", path: "/keyed", auth: "bearer", idempotency: "required" },
  params: {},
  returns: { type: "object", props: { run: { type: "number" } } },
  errors: [],
});

export const secret = action({
  name: "fixture.secret",
  summary: "Returns a secret",
  http: { method: "POST", path: "/secret", auth: "bearer", idempotency: "never" },
  params: {},
  returns: { type: "object", props: { run: { type: "number" } } },
  errors: [],
});

export const endSession = action({
  name: "fixture.endSession",
  summary: "Open until the deletion of the account",
  http: {
    method: "POST",
    path: "/open/deletion",
    auth: "bearer",
    limit: "login",
    openDuringDeletion: true,
    openToEndedSessions: true,
    openToDeletedUsers: true,
  },
  params: {},
  returns: null,
  errors: [],
});

export const adminWork = action({
  name: "fixture.adminWork",
  summary: "Admins only",
  http: { method: "GET", path: "/admin/tasks", auth: "admin", permission: "config:write" },
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

/** A route with every check of the pipeline. */
export const cookieWork = action({
  name: "fixture.cookieWork",
  summary: "A write with the admin session only",
  http: {
    method: "POST",
    path: "/admin/cookie/work",
    auth: "adminSession",
    permission: "config:write",
    limit: "webhooks_rotate",
    killSwitch: "MESSAGING",
  },
  params: { text: { type: "string", min: 1 } },
  returns: { type: "object", props: { run: { type: "number" }, userId: { type: "string" } } },
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

/** Counts by a token of the body. */
export const renew = action({
  name: "fixture.renew",
  summary: "Renews a token",
  http: { method: "POST", path: "/renew", auth: "public", limit: "refresh" },
  params: { refreshToken: { type: "string", max: 100 } },
  returns: null,
  errors: [],
});

/** Takes `ms` milliseconds. */
export const wait = action({
  name: "slow.wait",
  summary: "Slow",
  http: { method: "GET", path: "/slow", auth: "public" },
  params: { ms: { type: "number", min: 0, max: 60_000 } },
  returns: { type: "object", props: { ms: { type: "number" } } },
  errors: [],
});

/** A contract without a route. */
export const internal = action({ name: "fixture.internal", summary: "Internal", params: {}, returns: null, errors: [] });

export const fixtureContracts = [
  ...[
    echo,
    search,
    work,
    workOn,
    replaceWork,
    removeWork,
    keyed,
    secret,
    endSession,
    adminWork,
    cookieOnly,
    cookieWork,
    signIn,
    renew,
    wait,
    internal,
  ],
  getPublicKeys,
];
