import { type Client, client } from "./client.ts";
import { mailedToken } from "./local-secrets.ts";

/** A signed-in user. */
export interface Person {
  readonly as: Client;
  readonly userId: string;
  /** Access token */
  readonly token: string;
}

interface SignedIn {
  readonly accessToken: string;
  readonly user: { readonly id: string };
}

/** Registers users, confirms their addresses and signs them in. */
export function people(bases: readonly string[]) {
  const anyone = client(bases);

  const signIn = async (email: string, password: string): Promise<Person> => {
    const { accessToken, user } = await anyone<SignedIn>("POST", "/auth/login", { email, password });
    return { as: client(bases, { token: accessToken }), userId: user.id, token: accessToken };
  };

  return {
    anyone,
    signIn,
    /** Registers, and verifies the address with the token in the email. */
    async register(name: string, email: string, password: string): Promise<void> {
      await anyone("POST", "/auth/register", { email, password, displayName: name, acceptTerms: true });
      await anyone("POST", "/auth/verify-email", { token: await mailedToken(email, "verify_email") });
    },
    /** An admin session: a cookie, and a CSRF token on every write (spec 5). */
    async adminSession(email: string, password: string): Promise<Client> {
      const { data, cookies } = await anyone.whole<{ csrfToken: string }>("POST", "/admin/auth/login", { email, password });
      const cookie = cookies.map((line) => line.split(";", 1)[0]).join("; ");
      return client(bases, { cookie, csrfToken: data.csrfToken });
    },
  };
}
