import { adminActed } from "#libs/contracts/config/index.ts";
import { on } from "#libs/platform/events/on.ts";
import type { Deps } from "../deps.ts";
import type { ActedHints } from "../overview/acted-hints.ts";

/** Copies the audit entries of administrators, from every service, into the admin trail, and tells open consoles. */
export const onAdminActed = (deps: Pick<Deps, "inbox" | "transaction" | "adminTrail">, acted: Pick<ActedHints, "sendAfterCommit">) =>
  on(adminActed, deps, async ({ lineId, at, ...line }, { tx, envelope: { source: service, requestId } }) => {
    acted.sendAfterCommit(tx, line);
    await deps.adminTrail.append(tx, { _id: lineId, ...line, service, requestId, at: new Date(at) });
  });
