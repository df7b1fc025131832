import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { withDeadline } from "#libs/kernel/with-deadline.ts";
import { isGlobalUnicast, isInSubnets, type Subnet } from "./address-rules.ts";
import { hostOf, isInternalHost } from "./host-rules.ts";

/** The reason to refuse requests to a URL. `UNRESOLVED`: its host has no address now, but may have one later. */
type EgressRefusal = "MALFORMED" | "CREDENTIALS" | "SCHEME" | "PORT" | "ADDRESS" | "UNRESOLVED";

export class EgressRefused extends Error {
  readonly reason: EgressRefusal;

  constructor(reason: EgressRefusal) {
    super(`egress refused: ${reason}`);
    this.name = "EgressRefused";
    this.reason = reason;
  }
}

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a host; rejects or is empty when there are none. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

/** A URL with its checked addresses. A request connects to one of them, even if the host has other addresses by then. */
export interface Destination {
  readonly url: URL;
  readonly addresses: readonly ResolvedAddress[];
}

/** Decides to which URLs of users and administrators the platform sends requests. */
export interface EgressGuard {
  /** Throws EgressRefused. */
  check(url: string): Promise<Destination>;
}

interface EgressRules {
  /** Networks that are exempt from the rules of address, port and scheme; none in production. */
  readonly allowedSubnets: readonly Subnet[];
  readonly resolve?: Resolve | undefined;
}

const PORTS: ReadonlySet<string> = new Set(["", "443", "8443"]);
const RESOLVE_TIMEOUT_MS = 3_000;

/**
 * Allows https to the public internet only: no credentials in the URL, port 443 or 8443, and only global addresses of the host. A numeric
 * host counts as an address in every notation, because the URL parser normalizes it.
 */
export function egressGuard({ allowedSubnets, resolve = resolveBySystem }: EgressRules): EgressGuard {
  return {
    async check(text) {
      const url = URL.parse(text);
      if (!url || url.hostname === "") throw new EgressRefused("MALFORMED");
      if (url.protocol !== "https:" && url.protocol !== "http:") throw new EgressRefused("SCHEME");
      if (url.username !== "" || url.password !== "") throw new EgressRefused("CREDENTIALS");
      const violation = schemeOrPortViolation(url);
      if (violation && allowedSubnets.length === 0) throw new EgressRefused(violation);
      const resolved = await addressesOf(url, resolve);
      const isExempt = ({ address }: ResolvedAddress) => isInSubnets(address, allowedSubnets);
      const isInternal = isInternalHost(hostOf(url));
      // `localhost` has addresses of two families, of which often only one is exempt.
      const addresses = isInternal && resolved.some(isExempt) ? resolved.filter(isExempt) : resolved;
      if (violation && (addresses.length === 0 || !addresses.every(isExempt))) throw new EgressRefused(violation);
      if (isInternal && !addresses.some(isExempt)) throw new EgressRefused("ADDRESS");
      if (addresses.length === 0) throw new EgressRefused("UNRESOLVED");
      if (!addresses.every((one) => isExempt(one) || isGlobalUnicast(one.address))) throw new EgressRefused("ADDRESS");
      return { url, addresses };
    },
  };
}

function schemeOrPortViolation({ protocol, port }: URL): EgressRefusal | null {
  if (protocol !== "https:") return "SCHEME";
  return PORTS.has(port) ? null : "PORT";
}

async function addressesOf(url: URL, resolve: Resolve): Promise<readonly ResolvedAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  return withDeadline(
    resolve(host).catch(() => []),
    RESOLVE_TIMEOUT_MS,
    () => [],
  );
}

const pendingLookups = new Map<string, Promise<readonly ResolvedAddress[]>>();

/** Resolves like the operating system, including its hosts file. One lookup of a host at a time: a slow one blocks one of few threads. */
const resolveBySystem: Resolve = (host) => {
  const pending = pendingLookups.get(host) ?? lookup(host, { all: true }).finally(() => pendingLookups.delete(host));
  pendingLookups.set(host, pending);
  return pending;
};
