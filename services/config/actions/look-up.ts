import { implement } from "#libs/contract-kit/implement.ts";
import { lookUp, STAFF_KINDS, type StaffKind } from "#libs/contracts/config/index.ts";
import { KIND_PAGES, pathOf, permissionOf } from "#libs/contracts/console-pages.ts";
import { findObject, KINDS_OF } from "#libs/contracts/staff-reads.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { UUID_PATTERN } from "#libs/kernel/ids.ts";
import { isConfigKey } from "#libs/platform/config/keys/index.ts";
import { isKillSwitch } from "#libs/policies/kill-switches.ts";
import type { Deps } from "../deps.ts";
import { permissionsOf } from "../overview/may.ts";

/** A service that has not answered by then is silent. */
const PATIENCE_MS = SECOND;

interface Found {
  readonly kind: StaffKind;
  readonly id: string;
}

const SERVICES = Object.keys(findObject) as (keyof typeof findObject)[];

/**
 * GET /admin/lookup. Services are asked at once, for the kinds that the caller may read. When nothing is found and one of them was silent,
 * the answer is 503: the id may be known there.
 */
export const lookUpAction = (deps: Pick<Deps, "flags" | "services">) =>
  implement(lookUp, async ({ caller, params }) => {
    const may = permissionsOf(caller);
    const id = UUID_PATTERN.test(params.id) ? params.id.toLowerCase() : params.id;
    const readable = new Set(STAFF_KINDS.filter((kind) => may(permissionOf(KIND_PAGES[kind].reads))));
    const answers = await Promise.all([findOwn(deps, id, readable), ...SERVICES.map((service) => findIn(deps, service, id, readable))]);
    const found = answers.flatMap((answer) => answer ?? []);
    if (found.length === 0 && answers.includes(null)) throw new AppError("error.service_unavailable");
    return found.map((each) => ({ ...each, path: pathOf(each.kind, each.id) }));
  });

/** What an id names in a service; null when it was silent. */
async function findIn(
  { services }: Pick<Deps, "services">,
  service: keyof typeof findObject,
  id: string,
  readable: ReadonlySet<StaffKind>,
): Promise<Found[] | null> {
  const kinds = KINDS_OF[service].filter((kind) => readable.has(kind));
  if (kinds.length === 0) return [];
  return services.call(findObject[service], { id, kinds }, { timeout: PATIENCE_MS }).catch(() => null);
}

/** The settings, flags and switches of this service. */
async function findOwn({ flags }: Pick<Deps, "flags">, id: string, readable: ReadonlySet<StaffKind>): Promise<Found[]> {
  const named: Readonly<Partial<Record<StaffKind, boolean>>> = {
    SETTING: isConfigKey(id),
    FLAG: readable.has("FLAG") && (await flags.exists(id)),
    SWITCH: isKillSwitch(id),
  };
  return STAFF_KINDS.flatMap((kind) => (named[kind] && readable.has(kind) ? [{ kind, id }] : []));
}
