import type { ConfigReader } from "#libs/config/reader.ts";
import { subnetsOf } from "#libs/http-client/address-rules.ts";
import { EgressRefused, egressGuard } from "#libs/http-client/egress-guard.ts";
import { ProviderFailure } from "../provider-failure.ts";
import type { Locate } from "./guarded-fetch.ts";

const INNER = ["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7"];

/** Lets URLs of settings and of provider answers lead to the public internet by https, and inside where the environment allows it. */
export function locateFor(config: Pick<ConfigReader, "read">): Locate {
  const strict = egressGuard({ allowedSubnets: [] });
  const lenient = egressGuard({ allowedSubnets: subnetsOf(INNER) });
  return async (text) => {
    const guard = config.read("provider.private_addresses") ? lenient : strict;
    try {
      const { url, addresses } = await guard.check(text);
      const first = addresses.find(({ family }) => family === 4) ?? addresses[0];
      if (!first) throw new EgressRefused("UNRESOLVED");
      return { url, address: first.address };
    } catch (error) {
      if (!(error instanceof EgressRefused)) throw error;
      throw new ProviderFailure("oauth", error.reason === "UNRESOLVED" ? "UNREACHABLE" : "NOT_CONFIGURED", error.reason);
    }
  };
}
