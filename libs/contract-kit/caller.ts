import { constantTimeEqual, hmacBase64Url } from "#libs/kernel/secrets.ts";
import { busNow } from "./bus-clock.ts";

/** The signed-in user on whose behalf a request runs. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly roles: readonly string[];
  /** ACTIVE, or the reason why only some routes are open. */
  readonly accountStatus: string;
  /** When the caller last proved who it is, in Unix seconds. */
  readonly provenAt: number;
  /** How, in the words of RFC 8176: `pwd`, `otp`, `mfa` …. */
  readonly amr: readonly string[];
  /** The token was given out for that proof. One that was given out for a refresh token shows nothing: that may be a copy. */
  readonly gaveProof?: boolean;
}

/** The action and the request that a seal is valid for. */
export interface SealedFor {
  /** Name of the action. */
  readonly action: string;
  /** Correlation id of the request. */
  readonly requestId: string;
}

/** The seal keys that a process has. */
export interface SealKeys {
  readonly process: string;
  /** Shared by the gateway and this process alone. */
  readonly own: Buffer;
  /** By process; of the gateway only. */
  readonly all: Readonly<Record<string, Buffer>> | null;
  /** The processes that host each service, and the actions that each service calls; null without a roster. */
  readonly plan: { readonly hosts: Readonly<Record<string, string>>; readonly calls: Readonly<Record<string, readonly string[]>> } | null;
}

/** Signs the caller in `ctx.meta`, so that a service trusts the key of the gateway and not the bus. */
export interface CallerSeals {
  /** Seals a caller for an action and all calls that follow from it: for one request, valid for ten seconds, by a clock that may be wrong by thirty. */
  seal(caller: Caller, purpose: SealedFor): string;
  /** Null when the caller is absent, forged, malformed, expired or sealed for something else. */
  open(sealed: unknown, running: SealedFor): Caller | null;
}

interface Body extends SealedFor {
  readonly caller: Caller;
  /** Epoch milliseconds. */
  readonly at: number;
}

const VALID_MS = 10_000;
/**
 * The tolerated difference between the clocks of two processes, in milliseconds. A clock that has just jumped is compared with the others
 * within 15 s; until then its users would be signed out.
 */
export const SKEW_MS = 30_000;

/** @param now a clock of the machine, never the test clock: seals must expire in real time */
export function callerSeals({ process, own, all, plan }: SealKeys, now: () => number = busNow): CallerSeals {
  const reached = plan && closures(plan.calls);
  const receivers = remembering((service: string): readonly string[] => {
    if (!plan || !reached) return Object.keys(all ?? {});
    return [...new Set([service, ...[...reached(service)].map(serviceOf)].flatMap((each) => plan.hosts[each] ?? []))];
  });
  return {
    seal(caller, { action, requestId }) {
      const body = Buffer.from(JSON.stringify({ caller, action, requestId, at: now() } satisfies Body)).toString("base64url");
      const macs = receivers(serviceOf(action)).flatMap((receiver) => {
        const key = all?.[receiver];
        return key ? [`${receiver}:${hmacBase64Url(key, body)}`] : [];
      });
      return [body, ...macs].join(".");
    },
    open(sealed, running) {
      if (typeof sealed !== "string") return null;
      const [body = "", ...macs] = sealed.split(".");
      const mac = macs.find((each) => each.startsWith(`${process}:`))?.slice(process.length + 1);
      if (mac === undefined || !constantTimeEqual(mac, hmacBase64Url(own, body))) return null;
      const { caller, action, requestId, at } = JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as Body;
      const age = now() - at;
      if (age > VALID_MS + SKEW_MS || age < -SKEW_MS || requestId !== running.requestId) return null;
      return action === running.action || !reached || reached(serviceOf(action)).has(running.action) ? caller : null;
    },
  };
}

function serviceOf(action: string): string {
  return action.split(".")[0] ?? "";
}

/** The actions that each service calls, directly or through the services that it calls. */
function closures(calls: Readonly<Record<string, readonly string[]>>): (service: string) => ReadonlySet<string> {
  return remembering((service) => closureOf(service, calls));
}

/** Computes the value for each service once; there are few services. */
function remembering<T>(workOut: (service: string) => T): (service: string) => T {
  const known = new Map<string, T>();
  return (service) => {
    const found = known.get(service) ?? workOut(service);
    known.set(service, found);
    return found;
  };
}

function closureOf(service: string, calls: Readonly<Record<string, readonly string[]>>): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [service];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const action of calls[next] ?? []) {
      if (reached.has(action)) continue;
      reached.add(action);
      open.push(serviceOf(action));
    }
  }
  return reached;
}
