import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import type { EdgeHeaders } from "#libs/env/env.ts";

type Address = ReturnType<typeof ipaddr.process>;
type Range = ReturnType<typeof ipaddr.parseCIDR>;

export interface Visitor {
  readonly address: string;
  readonly country: string | null;
  readonly city: string | null;
}

/**
 * Where a request comes from (spec 4.5): the delivery network's header, the first entry of `x-forwarded-for`, the socket.
 * Headers count only when the socket's peer is a trusted proxy.
 * @param trustedProxies CIDR ranges; throws when one is malformed.
 */
export function visitorOf(trustedProxies: readonly string[], edge: EdgeHeaders): (request: IncomingMessage) => Visitor {
  const ranges = trustedProxies.map((range) => ipaddr.parseCIDR(range));
  return (request) => {
    const peer = parse(request.socket.remoteAddress ?? "");
    const fallback = peer?.toString() ?? "unknown";
    if (!peer || !ranges.some((range) => contains(range, peer))) return { address: fallback, country: null, city: null };
    const forwarded = parse(firstOf(request.headers[edge.address])) ?? parse(firstOf(request.headers["x-forwarded-for"]));
    return {
      address: forwarded?.toString() ?? fallback,
      country: countryOf(firstOf(request.headers[edge.country])),
      city: edge.city === undefined ? null : cityOf(request.headers[edge.city]),
    };
  };
}

/** The part of an address that one visitor holds: a network of 64 bits where addresses are plenty. */
export function holderOf(address: string): string {
  const parsed = parse(address);
  if (parsed?.kind() !== "ipv6") return address;
  return parsed.toByteArray().slice(0, 8).join(".");
}

function parse(text: string): Address | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

function contains([network, bits]: Range, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

function firstOf(header: string | string[] | undefined): string {
  const [first = ""] = (Array.isArray(header) ? header.join(",") : (header ?? "")).split(",", 1);
  return first.trim();
}

function countryOf(text: string): string | null {
  return /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : null;
}

/** Header bytes are UTF-8 that the parser read as Latin-1. */
function cityOf(header: string | string[] | undefined): string | null {
  const bytes = Buffer.from(Array.isArray(header) ? (header[0] ?? "") : (header ?? ""), "latin1");
  const city = bytes.toString("utf8").trim();
  return city === "" || /[\p{Cc}\uFFFD]/u.test(city) ? null : city;
}
