import { describe, expect, it } from "@jest/globals";
import { withTestDefaults } from "#deploy/launch/local-defaults.ts";
import { configReader } from "#libs/config/reader.ts";
import { RATE_LIMITS, type RateLimitPolicy } from "#libs/contract-kit/settings.ts";
import { requireAuthorityOver } from "#services/account/domain/admin-checks.ts";
import { testEnv } from "../support/runtime.ts";

const OURS: readonly RateLimitPolicy[] = ["register", "login", "admin_config", "bio_click", "kyc_start", "default_user", "default_ip"];

describe("the system under test (spec 8)", () => {
  const limitsOf = (variables: readonly [string, string][]) => {
    const { configOverrides } = withTestDefaults(testEnv({ configOverrides: new Map(variables) }));
    const config = configReader(configOverrides);
    return (policy: RateLimitPolicy) => config.read(`ratelimit.${policy}.limit`);
  };

  it("THR-23 keeps the limits of the specification, and lifts those of our own: users come from one address there", () => {
    const limitOf = limitsOf([]);
    for (const policy of Object.keys(RATE_LIMITS) as RateLimitPolicy[]) {
      const { limit } = RATE_LIMITS[policy];
      expect([policy, limitOf(policy)]).toEqual([policy, OURS.includes(policy) ? 100_000 : limit]);
    }
  });

  it("THR-23 what the environment sets comes first", () => {
    expect(limitsOf([["CONFIG_RATELIMIT_REGISTER_LIMIT", "3"]])("register")).toBe(3);
  });
});

describe("the authority of administrators (spec 5)", () => {
  const admin = { userId: "a", roles: ["SUPER_ADMIN"] };

  it("AUT-22 an administrator does not suspend the own account: nobody could undo it", () => {
    expect(() => requireAuthorityOver(admin, { _id: "a", roles: ["SUPER_ADMIN"] })).toThrow();
    expect(() => requireAuthorityOver(admin, { _id: "b", roles: ["SUPER_ADMIN"] })).not.toThrow();
  });
});
