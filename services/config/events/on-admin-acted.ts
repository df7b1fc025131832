import { adminActed } from "#libs/contracts/config.ts";
import { on } from "#libs/events/on.ts";
import type { Deps } from "../deps.ts";

/** Collects what every service audits of its administrators. */
export const onAdminActed = (deps: Pick<Deps, "inbox" | "transaction" | "trail">) =>
  on(adminActed, deps, async ({ lineId, at, ...line }, { tx, envelope: { source: service, requestId } }) =>
    deps.trail.add(tx, { _id: lineId, ...line, service, requestId, at: new Date(at) }),
  );
