import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { subnetsOf } from "#libs/platform/http-client/address-rules.ts";
import { type EgressGuard, egressGuard } from "#libs/platform/http-client/egress-guard.ts";

const PRIVATE_SUBNETS = ["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7"];

/** Allows https to the public internet, and private addresses where the environment allows them (`provider.private_addresses`). */
export function providerEgress(config: Pick<ConfigReader, "read">): EgressGuard {
  const publicGuard = egressGuard({ allowedSubnets: [] });
  const privateGuard = egressGuard({ allowedSubnets: subnetsOf(PRIVATE_SUBNETS) });
  return { check: (url) => (config.read("provider.private_addresses") ? privateGuard : publicGuard).check(url) };
}
