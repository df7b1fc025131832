import type { Stripe } from "stripe";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { type GuardedRequest, guardedRequest } from "../../guarded-request.ts";
import { ProviderFailure } from "../../provider-failure.ts";

/** The package of the provider, as this platform calls it. */
export type Client = Stripe;

type HttpClient = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>["httpClient"]>;

/** A list of a hundred events is up to a megabyte. */
const MAX_ANSWER_BYTES = 8 * 1_024 * 1_024;
const TIMEOUT_MS = 8_000;

/** What is sent. The package adds descriptions of itself and of the machine, which are left out. */
const HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "authorization",
  "content-type",
  "idempotency-key",
  "stripe-version",
  "user-agent",
]);
/** The header of an answer that is read; a notice of the provider would be printed. */
const REPLAYED = "idempotent-replayed";

/** The package with the settings of now. Throws ProviderFailure NOT_CONFIGURED without a secret. */
export function checkoutClient(config: Pick<ConfigReader, "read">, secretOf: () => string | null): () => Promise<Client> {
  const send = guardedRequest({ slot: "payment", config, maxAnswerBytes: MAX_ANSWER_BYTES });
  let last: { readonly key: string; readonly client: Client } | null = null;

  return async () => {
    const [secret, baseUrl] = [secretOf(), config.read("provider.payment_base_url")];
    if (secret === null) throw new ProviderFailure("payment", "NOT_CONFIGURED", "SECRET");
    const key = `${secret} ${baseUrl}`;
    if (last?.key === key) return last.client;
    // 35 MiB and a quarter of a second: loaded only where it is used.
    const { default: Package } = await import("stripe");
    const options = { telemetry: false, maxNetworkRetries: 0, timeout: TIMEOUT_MS, httpClient: httpClient(send) };
    const client = new Package(secret, { ...options, ...placeOf(baseUrl) });
    last = { key, client };
    return client;
  };
}

/** Where the provider is; its own place for an empty setting. */
function placeOf(baseUrl: string) {
  const url = URL.parse(baseUrl);
  if (!url) return {};
  const protocol = url.protocol === "http:" ? ("http" as const) : ("https" as const);
  return { host: url.hostname, port: url.port === "" ? (protocol === "http" ? 80 : 443) : Number(url.port), protocol };
}

/**
 * Lets the package send its requests through the guard. A failure has no `code`: the package repeats a request whose connection was cut,
 * even when told not to, and that request may have been executed.
 */
function httpClient(send: GuardedRequest): HttpClient {
  return {
    getClientName: () => "guarded",
    async makeRequest(host, port, path, method, headers, body, protocol) {
      const sent = Object.entries(headers).filter(([name]) => HEADERS.has(name.toLowerCase()));
      const answer = await send(`${protocol}://${host}:${port}${path}`, {
        method,
        headers: Object.fromEntries(sent),
        body: method === "POST" ? body : undefined,
      });
      const replayed = answer.headers[REPLAYED];
      return {
        getStatusCode: () => answer.status,
        getHeaders: () => (replayed === undefined ? {} : { [REPLAYED]: String(replayed) }),
        getRawResponse: () => ({}),
        toStream: () => {
          throw new ProviderFailure("payment", "BAD_ANSWER", "STREAM");
        },
        toJSON: async () => JSON.parse(answer.body.toString()) as unknown,
      };
    },
  };
}
