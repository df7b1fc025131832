import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { isCountryCode } from "#libs/kernel/country-codes.ts";
import { cutText } from "#libs/kernel/readable-text.ts";
import type { Env } from "#libs/platform/env/env.ts";

type Address = ReturnType<typeof ipaddr.process>;
type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** The maximum that the contracts accept. */
const MAX_CITY_LENGTH = 100;

export interface ClientLocation {
  /** The client's IP address as claimed, or "unknown". Never logged and never stored as it is (spec 4.5). */
  readonly address: string;
  /** The address for rate limits. The client cannot choose it, unless it is a trusted proxy itself. */
  readonly limitedAddress: string;
  /** Two upper-case letters, from the delivery network. */
  readonly country: string | null;
  /** Name of the city, from the delivery network. */
  readonly city: string | null;
  /** The request's trace from a trusted proxy, unchecked. */
  readonly traceparent?: string;
}

type Proxies = Pick<Env, "trustedProxies" | "cdnProxies" | "edgeHeaders">;

/**
 * Finds the client of a request (spec 4.5): the delivery network's header, else the first entry of `x-forwarded-for`, else the peer of the
 * socket. Limits use the last entry that is not a trusted proxy, because a client may write any number of entries before it. The delivery
 * network's address counts when the peer is one of its proxies; the other headers, when it is any trusted proxy. The trace of a request
 * comes from a trusted proxy only. Throws when a range is malformed.
 */
export function clientLocator({
  trustedProxies,
  cdnProxies = trustedProxies,
  edgeHeaders,
}: Proxies): (request: IncomingMessage) => ClientLocation {
  const isTrusted = anyOf(trustedProxies);
  const isCdn = anyOf(cdnProxies);
  return ({ socket, headers }) => {
    const peer = parse(socket.remoteAddress ?? "");
    const peerAddress = peer?.toString() ?? "unknown";
    if (!peer || !(isTrusted(peer) || isCdn(peer))) {
      return { address: peerAddress, limitedAddress: peerAddress, country: null, city: null };
    }
    const client = isCdn(peer) ? parse(entriesOf(headers[edgeHeaders.address])[0] ?? "") : null;
    const hops = isTrusted(peer) ? entriesOf(headers["x-forwarded-for"]) : [];
    return {
      address: (client ?? parse(hops[0] ?? "") ?? peer).toString(),
      limitedAddress: (client ?? lastUntrusted(peer, hops, isTrusted)).toString(),
      country: countryOf(entriesOf(headers[edgeHeaders.country])[0] ?? ""),
      city: edgeHeaders.city === undefined ? null : cityOf(headers[edgeHeaders.city]),
      ...(isTrusted(peer) && typeof headers.traceparent === "string" && { traceparent: headers.traceparent }),
    };
  };
}

/** Finds the network of a peer whose connections are limited; null for a trusted proxy, which has the connections of many clients. */
export function limitedNetworks({ trustedProxies, cdnProxies = trustedProxies }: Proxies): (peerAddress: string) => string | null {
  const isProxy = anyOf([...trustedProxies, ...cdnProxies]);
  return (peerAddress) => {
    const peer = parse(peerAddress);
    return peer && isProxy(peer) ? null : networkOf(peer?.toString() ?? "unknown");
  };
}

/** The first hop from the right that is not a trusted proxy. Hops left of an unreadable one are ignored. */
function lastUntrusted(peer: Address, hops: readonly string[], isTrusted: (address: Address) => boolean): Address {
  let last = peer;
  for (const hop of hops.toReversed()) {
    const address = parse(hop);
    if (!address) return last;
    last = address;
    if (!isTrusted(address)) return last;
  }
  return last;
}

/** The network that one client controls: the first 64 bits of an IPv6 address, a whole IPv4 address. */
export function networkOf(address: string): string {
  const parsed = parse(address);
  return parsed?.kind() === "ipv6" ? parsed.toByteArray().slice(0, 8).join(".") : address;
}

/** The first 48 bits of an IPv6 address: one customer of a provider may have all of its 65,536 networks. Null for other addresses. */
export function siteOf(address: string): string | null {
  const parsed = parse(address);
  return parsed?.kind() === "ipv6" ? parsed.toByteArray().slice(0, 6).join(".") : null;
}

/** Cached: clients send many requests, and parsing an address costs as much as the rest of a request. */
const remembered = new LRUCache<string, { readonly address: Address | null }>({ max: 5_000 });
/** The longest text that is parsed as an address, including a zone. */
const MAX_TEXT_LENGTH = 128;

function parse(text: string): Address | null {
  if (text.length > MAX_TEXT_LENGTH) return null;
  const known = remembered.get(text);
  if (known) return known.address;
  const address = read(text);
  remembered.set(text, { address });
  return address;
}

/** Parses an address, also with a port (`203.0.113.1:443`, `[2001:db8::1]:443`) or a zone. */
function read(text: string): Address | null {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([^:]+)(?::\d{1,5})?)$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? text;
  if (bracketed === undefined && ipaddr.IPv4.isValidFourPartDecimal(host)) return ipaddr.process(host);
  const unzoned = host.replace(/%.*$/, "");
  return ipaddr.IPv6.isValid(unzoned) ? ipaddr.process(unzoned) : null;
}

function anyOf(ranges: readonly string[]): (address: Address) => boolean {
  const parsed = ranges.map((range) => ipaddr.parseCIDR(range));
  return (address) => parsed.some((range) => contains(range, address));
}

function contains([network, bits]: Range, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

function entriesOf(header: string | string[] | undefined): string[] {
  if (header === undefined) return [];
  return (Array.isArray(header) ? header.join(",") : header).split(",").map((entry) => entry.trim());
}

/** XX stands for an unknown country and T1 for an anonymizing network. Neither is a country. */
function countryOf(text: string): string | null {
  const code = text.toUpperCase();
  return isCountryCode(code) ? code : null;
}

/** Node decodes header bytes as Latin-1; delivery networks send UTF-8, some of them percent-encoded. */
function cityOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const bytes = Buffer.from(Array.isArray(header) ? (header[0] ?? "") : header, "latin1");
  const city = percentDecoded(bytes.toString("utf8")).trim();
  if (city === "" || /[\p{Cc}\uFFFD]/u.test(city)) return null;
  return cutText(city, MAX_CITY_LENGTH);
}

/** Decodes each run of percent-encoded bytes; a run that is not UTF-8 stays as it is. */
function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}
