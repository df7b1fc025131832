import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { wait } from "#libs/kernel/wait.ts";
import { isGlobalUnicast, isInSubnets, type Subnet } from "./address-rules.ts";

/** Why nothing is sent to a URL. `UNRESOLVED`: its name has no address now, but may have one later. */
export type EgressRefusal = "MALFORMED" | "CREDENTIALS" | "SCHEME" | "PORT" | "ADDRESS" | "UNRESOLVED";

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

/** All addresses of a name; rejects or is empty when there are none. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

/** A URL with the addresses that were checked: a request connects to one of these, whatever the name says by then. */
export interface Destination {
  readonly url: URL;
  readonly addresses: readonly ResolvedAddress[];
}

/** Decides where requests to URLs that somebody else chose may go. */
export interface EgressGuard {
  /** Throws EgressRefused. */
  check(text: string): Promise<Destination>;
}

export interface EgressRules {
  /** Addresses for which the rules of address, port and scheme do not hold; none in production. */
  readonly allowedSubnets: readonly Subnet[];
  readonly resolve?: Resolve | undefined;
}

const PORTS: ReadonlySet<string> = new Set(["", "443", "8443"]);
const RESOLVE_MS = 3_000;
/** Names that never lead to the public internet, whether somebody answers for them or not. */
const INNER_NAME = /(^|\.)(localhost|localdomain|local|internal|home\.arpa|lan|intranet|corp)$/i;

/**
 * https to the public internet only: no credentials in the URL, ports 443 and 8443, and every address of the name must be
 * global. Numeric hosts are addresses in whatever form they are written; the URL parser has made them plain by then.
 */
export function egressGuard({ allowedSubnets, resolve = systemResolve }: EgressRules): EgressGuard {
  return {
    async check(text) {
      const url = URL.parse(text);
      if (!url || url.hostname === "") throw new EgressRefused("MALFORMED");
      if (url.protocol !== "https:" && url.protocol !== "http:") throw new EgressRefused("SCHEME");
      if (url.username !== "" || url.password !== "") throw new EgressRefused("CREDENTIALS");
      const misplaced = misplacedBy(url);
      if (misplaced && allowedSubnets.length === 0) throw new EgressRefused(misplaced);
      const found = await addressesOf(url, resolve);
      const isLifted = ({ address }: ResolvedAddress) => isInSubnets(address, allowedSubnets);
      const isInner = INNER_NAME.test(hostOf(url));
      // `localhost` has addresses of two families, and often only one of them is allowed.
      const addresses = isInner && found.some(isLifted) ? found.filter(isLifted) : found;
      if (misplaced && (addresses.length === 0 || !addresses.every(isLifted))) throw new EgressRefused(misplaced);
      if (isInner && !addresses.some(isLifted)) throw new EgressRefused("ADDRESS");
      if (addresses.length === 0) throw new EgressRefused("UNRESOLVED");
      if (!addresses.every((one) => isLifted(one) || isGlobalUnicast(one.address))) throw new EgressRefused("ADDRESS");
      return { url, addresses };
    },
  };
}

function misplacedBy({ protocol, port }: URL): EgressRefusal | null {
  if (protocol !== "https:") return "SCHEME";
  return PORTS.has(port) ? null : "PORT";
}

/** Without the brackets of an IPv6 address and the dot of an absolute name, which not every resolver takes. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$|\.$/g, "");
}

async function addressesOf(url: URL, resolve: Resolve): Promise<readonly ResolvedAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const late = wait(RESOLVE_MS).then((): readonly ResolvedAddress[] => []);
  return Promise.race([resolve(host).catch(() => []), late]);
}

const asking = new Map<string, Promise<readonly ResolvedAddress[]>>();

/** As the operating system resolves names, its hosts file included. A name that takes long is asked once at a time: there are few threads for it. */
const systemResolve: Resolve = (host) => {
  const asked = asking.get(host) ?? lookup(host, { all: true }).finally(() => asking.delete(host));
  asking.set(host, asked);
  return asked;
};
