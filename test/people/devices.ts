import type { Reply } from "../support/http.ts";
import type { TestSystem } from "../support/test-system.ts";

export const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
export const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36";

const COOKIE = /^device=([^;]+)/;

/** The headers of a client. */
export interface Client {
  /** Value of its device cookie. */
  readonly device?: string | undefined;
  readonly userAgent?: string;
}

export const headersOf = ({ device, userAgent }: Client): Record<string, string> => ({
  ...(device !== undefined && { cookie: `device=${device}` }),
  ...(userAgent !== undefined && { "user-agent": userAgent }),
});

/** The device cookie that an answer sets. */
export function deviceOf({ cookies }: Reply): string {
  const value = cookies.map((text) => COOKIE.exec(text)?.[1]).find((text) => text !== undefined);
  if (value === undefined) throw new Error("the answer sets no device cookie");
  return value;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export const loginFrom = ({ send }: Pick<TestSystem, "send">, { email, password }: Credentials, client: Client = {}): Promise<Reply> =>
  send("POST", "/auth/login", { body: { email, password }, headers: headersOf(client) });

/** Tries wrong passwords one after the other. Returns the statuses. */
export async function failTimes(times: number, attempt: () => Promise<Reply>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) statuses.push((await attempt()).status);
  return statuses;
}
