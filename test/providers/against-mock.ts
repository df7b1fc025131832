import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { checkout } from "#libs/providers/payment/checkout/checkout.ts";
import type { PaymentProvider } from "#libs/providers/payment/payment-provider.ts";
import { TRIAL_SECRET } from "./checkout-server/server.ts";
import { PRIVATE_ADDRESSES, testHost } from "./host.ts";

// `npm run test:provider`: sends each kind of request of the adapter `checkout` to the public mock server of its provider.
// That server checks requests against the published description of the interface. Its answers are samples, so they are not compared.

const MODULE = "github.com/stripe/stripe-mock";
const VERSION = "v0.203.0";
const FOLDER = join(process.cwd(), "node_modules/.cache/provider-mock", VERSION);
const PROGRAM = join(FOLDER, "stripe-mock");

const charge = { topUpId: uuid(), amount: 500n, currency: "EUR", returnUrl: "https://creators.example.org/wallet" };
const transfer = { payoutId: uuid(), amount: 500n, currency: "EUR", payee: "acct_1", methodKind: null, methodLabel: null };
const CALLS: readonly ((provider: PaymentProvider) => Promise<unknown>)[] = [
  (provider) => provider.start({ ...charge, expiresAt: new Date(Date.now() + HOUR) }),
  (provider) => provider.charge({ reference: "cs_1", topUpId: charge.topUpId }),
  (provider) => provider.expire({ reference: "cs_1", topUpId: charge.topUpId }),
  (provider) => provider.refund({ refundId: uuid(), chargeReference: "cs_1", amount: 500n, currency: "EUR" }),
  (provider) => provider.findRefund("re_1"),
  (provider) => provider.pay(transfer),
  (provider) => provider.dispute("du_1"),
  (provider) => provider.startPayee({ userId: uuid(), country: "DE" }),
  (provider) => provider.onboard({ reference: "acct_1", returnUrl: "https://creators.example.org/payouts" }),
  (provider) => provider.payee("acct_1"),
  (provider) => provider.changes(null),
  (provider) => provider.changes("evt_1"),
  (provider) => provider.movements(null),
  (provider) => provider.movements("txn_1"),
];

/** A reason why the mock server cannot run here; null when it is installed. */
function install(): string | null {
  if (existsSync(PROGRAM)) return null;
  if (spawnSync("go", ["version"]).status !== 0) return "there is no Go toolchain to build the mock server with";
  const { status } = spawnSync("go", ["install", `${MODULE}@${VERSION}`], { stdio: "inherit", env: { ...process.env, GOBIN: FOLDER } });
  return status === 0 ? null : `${MODULE} cannot be installed`;
}

async function addressOf(server: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
    const address = /HTTP at address: (\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error("the mock server has ended");
}

/** Parameters that are younger than the description of the mock server. */
const YOUNGER = /(^|&)allowed_payment_method_types[^&]*/g;
/** What the adapter reads, where a sample has nothing. */
const SAMPLES: Readonly<Record<string, object>> = {
  "checkout.session": { amount_total: 500, currency: "eur", payment_intent: "pi_1", client_reference_id: charge.topUpId },
  dispute: { status: "needs_response", payment_intent: "pi_1" },
  refund: { payment_intent: "pi_1" },
};

/** Lies between adapter and mock server, and notes what the mock server says of each request. */
function relay(target: string, note: (request: string, status: number, body: string) => void): Server {
  return createServer(async (request, response) => {
    const [url, body] = [request.url ?? "", (await text(request)).replace(YOUNGER, "")];
    const { authorization = "", "content-type": type = "" } = request.headers;
    const isForm = request.method === "POST";
    const options = { method: request.method ?? "GET", headers: { authorization, "content-type": type }, ...(isForm ? { body } : {}) };
    const answer = await fetch(`http://${target}${url}`, options);
    const sample = (await answer.json()) as { readonly object?: string };
    note(`${request.method} ${url.split("?")[0]}`, answer.status, JSON.stringify(sample));
    response.writeHead(answer.status).end(JSON.stringify({ ...sample, ...SAMPLES[sample.object ?? ""] }));
  });
}

const missing = install();
if (missing !== null) {
  console.log(`not tested: ${missing}`);
  process.exit(0);
}
const mock = spawn(PROGRAM, ["-http-addr", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "inherit"] });
const refused: string[] = [];
const taken = new Set<string>();
const server = relay(await addressOf(mock), (request, status, body) => {
  if (status === 200) taken.add(request);
  else refused.push(`${request}: ${status} ${body}`);
}).listen(0, "127.0.0.1");
await once(server, "listening");
mock.stdout.resume();
const host = testHost({}, PRIVATE_ADDRESSES);
const { port } = server.address() as AddressInfo;
host.configure({ "provider.payment_base_url": `http://127.0.0.1:${port}`, "provider.payment_secret": TRIAL_SECRET });
for (const call of CALLS) await call(checkout(host)).catch((error: unknown) => refused.push(String(error)));
mock.kill();
for (const request of taken) console.log(`taken: ${request}`);
for (const request of refused) console.log(`REFUSED: ${request}`);
process.exit(refused.length === 0 ? 0 : 1);
