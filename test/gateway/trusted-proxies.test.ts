import { generateKeyPairSync, randomBytes } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { readEnv } from "#libs/platform/env/read-env.ts";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const PRODUCTION = {
  NODE_ENV: "production",
  MONGO_URL: "mongodb://127.0.0.1:1",
  PSEUDONYM_KEY: randomBytes(32).toString("hex"),
  ANALYTICS_TOKEN_KEY: randomBytes(16).toString("hex"),
  CONTENT_KEYS: `k1:${randomBytes(32).toString("hex")}`,
  TOKEN_SIGNING_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
};

describe("the proxies of a production process", () => {
  it("THR-24 a production process trusts no proxies unless they are named", () => {
    expect(readEnv(PRODUCTION)).toMatchObject({ trustedProxies: [], cdnProxies: [] });
    expect(readEnv({ ...PRODUCTION, TRUSTED_PROXIES: "10.0.0.0/8" })).toMatchObject({ trustedProxies: ["10.0.0.0/8"], cdnProxies: [] });
    expect(readEnv({ ...PRODUCTION, CDN_PROXIES: "10.0.0.7/32" })).toMatchObject({ trustedProxies: [], cdnProxies: ["10.0.0.7/32"] });
  });
});
