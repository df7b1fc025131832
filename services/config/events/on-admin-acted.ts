import { adminActed } from "#libs/contracts/config/index.ts";
import { on } from "#libs/platform/events/on.ts";
import type { Deps } from "../deps.ts";

/** Copies the audit entries of administrators, from every service, into the admin trail. */
export const onAdminActed = (deps: Pick<Deps, "inbox" | "transaction" | "adminTrail">) =>
  on(adminActed, deps, async ({ lineId, at, ...line }, { tx, envelope: { source: service, requestId } }) =>
    deps.adminTrail.append(tx, { _id: lineId, ...line, service, requestId, at: new Date(at) }),
  );
