import { constantTimeEqual, hmacBase64Url } from "#libs/kernel/secrets.ts";

/** The signed-in user on whose behalf a request runs. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly roles: readonly string[];
  /** ACTIVE, or the reason why only some routes are open. */
  readonly accountStatus: string;
}

/** Signs and verifies the caller inside `ctx.meta`: the callee trusts the gateway's key, not the wire. */
export interface CallerSeal {
  seal(caller: Caller): string;
  /** Null when absent, forged or malformed. */
  open(sealed: unknown): Caller | null;
}

export function callerSeal(key: string): CallerSeal {
  return {
    seal(caller) {
      const body = Buffer.from(JSON.stringify(caller)).toString("base64url");
      return `${body}.${hmacBase64Url(key, body)}`;
    },
    open(sealed) {
      if (typeof sealed !== "string") return null;
      const [body = "", signature = ""] = sealed.split(".");
      if (!constantTimeEqual(signature, hmacBase64Url(key, body))) return null;
      return JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as Caller;
    },
  };
}
