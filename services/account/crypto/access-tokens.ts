import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import jwt from "jsonwebtoken";
import { ACCESS_TOKEN, type AccessClaims } from "#libs/contracts/account/index.ts";
import { uuid } from "#libs/kernel/ids.ts";

/** Public half of the signing key, as in RFC 7517. */
interface PublicKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly use: string;
  readonly alg: string;
}

export interface AccessTokens {
  /** @param lifetimeSeconds until the token expires */
  sign(
    subject: Pick<AccessClaims, "sub" | "sid" | "roles" | "status" | "auth_time" | "amr" | "gave_proof">,
    now: Date,
    lifetimeSeconds: number,
  ): string;
  readonly publicKeys: readonly PublicKey[];
}

/** @param signingKey PKCS#8 PEM of a P-256 key; any other key throws */
export function accessTokens(signingKey: string): AccessTokens {
  const privateKey = createPrivateKey(signingKey);
  const { kty, crv, x, y } = createPublicKey(privateKey).export({ format: "jwk" });
  if (kty !== "EC" || crv !== "P-256" || !x || !y) throw new Error("the token signing key must be a P-256 key");
  // The thumbprint of RFC 7638: the same key id in every process.
  const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
  return {
    publicKeys: [{ kty, crv, x, y, kid, use: "sig", alg: ACCESS_TOKEN.algorithm }],
    sign(subject, now, lifetimeSeconds) {
      const issuedAt = Math.floor(now.getTime() / 1_000);
      const { issuer: iss, audience: aud, use, clientId: client_id, algorithm: alg, type: typ } = ACCESS_TOKEN;
      const claims: AccessClaims = {
        ...subject,
        iss,
        aud,
        typ: use,
        token_use: use,
        client_id,
        jti: uuid(),
        iat: issuedAt,
        exp: issuedAt + lifetimeSeconds,
      };
      return jwt.sign(claims, privateKey, { algorithm: alg, header: { alg, typ, kid } });
    },
  };
}
