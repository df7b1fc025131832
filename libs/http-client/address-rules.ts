import ipaddr from "ipaddr.js";

/** A network and the number of its bits. */
export type Subnet = ReturnType<typeof ipaddr.parseCIDR>;

/** The networks that CIDR ranges name. Throws when one of them is malformed. */
export function subnetsOf(ranges: readonly string[]): readonly Subnet[] {
  return ranges.map((range) => ipaddr.parseCIDR(range));
}

export function isInSubnets(address: string, subnets: readonly Subnet[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return subnets.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}

/**
 * Whether an address is a single host of the public internet: neither private, loopback, link-local, shared, reserved or
 * multicast, nor an IPv6 form that leads to an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isGlobalUnicast(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  const [firstByte = 0] = parsed.toByteArray();
  return parsed.kind() === "ipv4" || isAssigned(firstByte);
}

/** 2000::/3 is all that was ever handed out. */
function isAssigned(firstByte: number): boolean {
  return firstByte >> 5 === 0b001;
}
