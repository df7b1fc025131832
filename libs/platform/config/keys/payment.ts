import type { ConfigKeyEntry } from "../key.ts";

export const paymentKeys = {
  "payment.topup_min": {
    category: "topups",
    type: "number",
    default: 1,
    min: 1,
    max: 1_000_000,
    atMost: "payment.topup_max",
    description: "Smallest top-up, in major units",
  },
  "payment.topup_max": {
    category: "topups",
    type: "number",
    default: 10_000,
    min: 1,
    max: 1_000_000,
    description: "Largest top-up, in major units",
  },
  "payment.package_price_min": {
    category: "packages",
    type: "number",
    default: 0.5,
    min: 0.01,
    max: 1_000_000,
    atMost: "payment.package_price_max",
    description: "Lowest price of a message package, in major units",
  },
  "payment.package_price_max": {
    category: "packages",
    type: "number",
    default: 10_000,
    min: 0.01,
    max: 1_000_000,
    description: "Highest price of a message package, in major units",
  },
  "payment.min_payout": {
    category: "payouts",
    type: "number",
    default: 20,
    min: 1,
    max: 1_000_000,
    description: "Smallest payout, in major units",
  },
} as const satisfies Record<string, ConfigKeyEntry>;
