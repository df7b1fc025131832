import { generateKeyPairSync } from "node:crypto";
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { accessTokens } from "#gateway/authentication/access-tokens.ts";
import type { CallService } from "#libs/contract-kit/service-client.ts";
import { SECOND, shiftableClock } from "#libs/kernel/clock.ts";
import { accessTokens as tokenIssuer } from "#services/account/crypto/access-tokens.ts";

const LIFETIME_SECONDS = 900;
const SUBJECT = {
  sub: "11111111-1111-4111-8111-111111111111",
  sid: "22222222-2222-4222-8222-222222222222",
  roles: ["USER"],
  status: "ACTIVE" as const,
  auth_time: 1_700_000_000,
  amr: ["pwd"] as const,
  gave_proof: true,
};

function newIssuer() {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return tokenIssuer(privateKey.export({ type: "pkcs8", format: "pem" }).toString());
}

/** A gateway whose account service publishes the keys of these issuers. */
function gatewayThatTrusts(issuers: ReturnType<typeof newIssuer>[]) {
  const clock = shiftableClock();
  const call = (() => Promise.resolve({ keys: issuers.flatMap(({ publicKeys }) => publicKeys) })) as CallService;
  return { clock, tokens: accessTokens({ call }, clock) };
}

describe("SPD-16 a gateway remembers the access tokens that it has verified", () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it("a verified access token is cached until it expires", async () => {
    const issuer = newIssuer();
    const { clock, tokens } = gatewayThatTrusts([issuer]);
    const token = issuer.sign(SUBJECT, clock.now(), LIFETIME_SECONDS);

    const first = await tokens.verify(token);
    expect(first).toEqual({
      userId: SUBJECT.sub,
      sessionId: SUBJECT.sid,
      roles: SUBJECT.roles,
      accountStatus: SUBJECT.status,
      provenAt: SUBJECT.auth_time,
      amr: SUBJECT.amr,
      gaveProof: true,
    });
    expect(await tokens.verify(token)).toBe(first);
    expect(await tokens.verify(`${token}x`)).toBeNull();

    clock.advance(LIFETIME_SECONDS * SECOND);
    expect(await tokens.verify(token)).toBeNull();
  });

  it("a verified access token is cached until the keys are fetched again", async () => {
    const [withdrawn, next] = [newIssuer(), newIssuer()];
    const trusted = [withdrawn];
    const { clock, tokens } = gatewayThatTrusts(trusted);
    const token = withdrawn.sign(SUBJECT, clock.now(), LIFETIME_SECONDS);
    expect(await tokens.verify(token)).not.toBeNull();

    trusted.splice(0, 1, next);
    jest.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
    expect(await tokens.verify(next.sign(SUBJECT, clock.now(), LIFETIME_SECONDS))).not.toBeNull();
    expect(await tokens.verify(token)).toBeNull();
  });
});
