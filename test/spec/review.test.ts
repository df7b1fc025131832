import { describe, expect, it } from "@jest/globals";
import { withTestDefaults } from "#deploy/launch/local-defaults.ts";
import { configReader } from "#libs/platform/config/reader.ts";
import { RATE_LIMITS, type RateLimitPolicy } from "#libs/policies/rate-limits.ts";
import { requireAuthorityOver } from "#services/account/domain/require-authority-over.ts";
import { testEnv } from "../support/runtime.ts";

const OWN_LIMITS: readonly RateLimitPolicy[] = [
  "register",
  "refresh",
  "mail_request",
  "login",
  "admin_config",
  "bio_click",
  "kyc_start",
  "default_user",
  "default_ip",
];

describe("the limits of a test system (spec 8)", () => {
  const limitsOf = (variables: readonly [string, string][]) => {
    const { configOverrides } = withTestDefaults(testEnv({ configOverrides: new Map(variables) }));
    const config = configReader(configOverrides);
    return (policy: RateLimitPolicy) => config.read(`ratelimit.${policy}.limit`);
  };

  it("THR-23 the limits are those of the specification; our own are lifted, because all users have one address there", () => {
    const limitOf = limitsOf([]);
    for (const policy of Object.keys(RATE_LIMITS) as RateLimitPolicy[]) {
      const { limit } = RATE_LIMITS[policy];
      expect([policy, limitOf(policy)]).toEqual([policy, OWN_LIMITS.includes(policy) ? 100_000 : limit]);
    }
  });

  it("THR-23 the limits may be set by the environment", () => {
    expect(limitsOf([["CONFIG_RATELIMIT_REGISTER_LIMIT", "3"]])("register")).toBe(3);
  });
});

describe("the authority of administrators (spec 5)", () => {
  const admin = { userId: "a", roles: ["SUPER_ADMIN"] };

  it("AUT-22 the authority of administrators does not include their own account: an administrator could not undo a suspension", () => {
    expect(() => requireAuthorityOver(admin, { _id: "a", roles: ["SUPER_ADMIN"] })).toThrow();
    expect(() => requireAuthorityOver(admin, { _id: "b", roles: ["SUPER_ADMIN"] })).not.toThrow();
  });
});
