import ipaddr from "ipaddr.js";

/** A network address and the length of its prefix. */
export type Subnet = ReturnType<typeof ipaddr.parseCIDR>;

/** The networks of CIDR ranges such as `10.0.0.0/8`. Throws when one of them is malformed. */
export function subnetsOf(ranges: readonly string[]): readonly Subnet[] {
  return ranges.map((range) => ipaddr.parseCIDR(range));
}

/** False for a malformed address. */
export function isInSubnets(address: string, subnets: readonly Subnet[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return subnets.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}

/**
 * Whether an address is a single host of the public internet. It must not be private, loopback, link-local, shared, reserved or multicast.
 * It must also not be an IPv6 form that leads to an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isGlobalUnicast(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  const [firstByte = 0] = parsed.toByteArray();
  return parsed.kind() === "ipv4" || isAssigned(firstByte);
}

/** Only addresses in 2000::/3 have been assigned. */
function isAssigned(firstByte: number): boolean {
  return firstByte >> 5 === 0b001;
}
