import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Books, Events } from "./books.ts";
import { closeDispute, openDispute, openInquiry } from "./disputes.ts";
import { paramsIn, Refusal } from "./params.ts";
import { changeAccount, type PayeeChange, reverseTransfer } from "./payees.ts";
import { type Account, addRefund, type Payment, paySession, type RefundStatus, settleRefund, settleSession } from "./payments.ts";
import { type Call, perform } from "./requests.ts";
import { type Item, Store } from "./store.ts";

/** A request that came in. */
export interface SeenRequest extends Call {
  readonly headers: IncomingMessage["headers"];
  /** Its idempotency key. */
  readonly key: string | null;
}

/**
 * How the next requests go wrong: LOST: the work is done, and the answer is cut. ERROR: 500 after the work, which the key remembers. DOWN:
 * 503 without work. GARBAGE: an answer that is no JSON.
 */
export type Fault = "LOST" | "ERROR" | "DOWN" | "GARBAGE";

interface PlannedFault {
  readonly fault: Fault;
  /** Method and path, such as `POST /v1/refunds`. */
  readonly on: RegExp;
  times: number;
}

interface Remembered {
  readonly fingerprint: string;
  answer: { readonly status: number; readonly body: string } | null;
}

export interface Callback {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Options {
  readonly now?: () => Date;
  readonly secret?: string;
}

export const CALLBACK_SECRET = "callback-secret-of-the-stand-in";
/** Put together here, so that no scanner takes it for a secret. */
export const TRIAL_SECRET = ["sk", "test", "standIn0000000000000000"].join("_");
export const LIVE_SECRET = ["sk", "live", "standIn0000000000000000"].join("_");

/** A payment provider on the loopback interface. It speaks the protocol of the adapter `checkout`. */
export class CheckoutServer {
  readonly seen: SeenRequest[] = [];
  readonly secret: string;
  readonly #account: Account;
  readonly #keys = new Map<string, Remembered>();
  readonly #outcomes = new Map<string, RefundStatus>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #faults: PlannedFault[] = [];
  url = "";

  private constructor({ now = () => new Date(), secret = TRIAL_SECRET }: Options) {
    this.secret = secret;
    const store = new Store(now, secret.includes("_live_"));
    this.#account = { store, books: new Books(store), events: new Events(store) };
  }

  static async start(options: Options = {}): Promise<CheckoutServer> {
    const server = new CheckoutServer(options);
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    const address = server.#server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    server.url = `http://127.0.0.1:${address.port}`;
    return server;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** The settings that lead to this server. */
  get settings() {
    return {
      "provider.payment": "checkout",
      "provider.payment_base_url": this.url,
      "provider.payment_secret": this.secret,
      "provider.payment_callback_secret": CALLBACK_SECRET,
    } as const;
  }

  get balance(): number {
    return this.#account.books.balance;
  }

  /** All objects of a kind, such as `transfer`. */
  all(object: string): readonly Item[] {
    return this.#account.store.of(object);
  }

  session(id: string): Item {
    return this.#account.store.get(id, "checkout.session");
  }

  /** The payer pays on the page of a session. */
  pay(sessionId: string, payment: Payment = {}): void {
    paySession(this.#account, this.session(sessionId), payment);
  }

  /** A payment that was on its way arrives, or does not. */
  settle(sessionId: string, succeeds: boolean): void {
    settleSession(this.#account, this.session(sessionId), succeeds);
  }

  /** How the next refunds of a payment end. */
  refundOutcome(sessionId: string, status: RefundStatus): void {
    this.#outcomes.set(String(this.session(sessionId).payment_intent), status);
  }

  settleRefund(id: string, status: RefundStatus): void {
    settleRefund(this.#account, this.#account.store.get(id, "refund"), status);
  }

  /** The operator refunds on the provider's own pages. */
  refundElsewhere(sessionId: string, amount: number): Item {
    return addRefund(this.#account, this.chargeOf(sessionId), { amount, metadata: {}, status: "succeeded" });
  }

  dispute(sessionId: string, details: { readonly amount?: number; readonly reason?: string } = {}): Item {
    return openDispute(this.#account, this.chargeOf(sessionId), details);
  }

  inquire(sessionId: string): Item {
    return openInquiry(this.#account, this.chargeOf(sessionId));
  }

  decide(disputeId: string, status: "won" | "lost"): void {
    closeDispute(this.#account, this.#account.store.get(disputeId, "dispute"), status);
  }

  changePayee(id: string, change: PayeeChange): void {
    changeAccount(this.#account, this.#account.store.get(id, "account"), change);
  }

  /** The transfers so far come back. */
  reverseTransfers(): void {
    for (const transfer of this.all("transfer")) reverseTransfer(this.#account, transfer);
  }

  /** A movement that nothing at this platform has caused. */
  moveMoney(type: string, amount: number, fee = 0): Item {
    return this.#account.books.move({ type, amount, fee, currency: "eur", source: null });
  }

  chargeOf(sessionId: string): Item {
    const { store } = this.#account;
    return store.get(store.get(this.session(sessionId).payment_intent, "payment_intent").latest_charge, "charge");
  }

  /** The provider forgets its keys after a day or so. */
  forgetKeys(): void {
    this.#keys.clear();
  }

  misbehave(fault: Fault, on: RegExp, times = 1): void {
    this.#faults.push({ fault, on, times });
  }

  behave(): void {
    this.#faults = [];
  }

  /** The callbacks since the last call of this, signed as the provider does. */
  takeCallbacks(): Callback[] {
    return this.#account.events.take().map((body) => this.sign(body));
  }

  sign(body: string, { secret = CALLBACK_SECRET, at = this.#account.store.now() } = {}): Callback {
    const time = Math.floor(at.getTime() / 1_000);
    const code = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
    return { body, headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": `t=${time},v1=${code}` } };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const { method = "GET", headers } = request;
    const form = await textOf(request);
    const call = { method, path: url.pathname, params: paramsIn(method === "GET" ? url.search.slice(1) : form) };
    const key = method === "POST" ? String(headers["idempotency-key"] ?? "") || null : null;
    this.seen.push({ ...call, headers, key });
    const fault = this.#takeFault(`${method} ${url.pathname}`);
    if (fault === "DOWN") return send(response, 503, JSON.stringify({ error: { type: "api_error" } }));
    if (fault === "GARBAGE") return send(response, 200, "<html>in maintenance</html>");
    const isKnown = headers.authorization === `Bearer ${this.secret}` && headers["stripe-version"] !== undefined;
    const answer = isKnown
      ? this.#once(key, call, fault === "ERROR")
      : { ...errorOf(new Refusal(401, "api_key_invalid")), replayed: false };
    if (fault === "LOST") return void request.socket.destroy();
    send(response, answer.status, answer.body, answer.replayed ? { "idempotent-replayed": "true" } : {});
  }

  /** The same key does the work once. It also remembers a failure, unless the request was found invalid before the work began. */
  #once(key: string | null, call: Call, fails: boolean) {
    const fingerprint = JSON.stringify(call);
    const known = key === null ? undefined : this.#keys.get(key);
    if (known && known.fingerprint !== fingerprint) {
      return { ...errorOf(new Refusal(400, "idempotency_key_reused"), "idempotency_error"), replayed: false };
    }
    if (known?.answer) return { ...known.answer, replayed: true };
    const { answer, isRemembered } = this.#perform(call, fails);
    if (key !== null && isRemembered) this.#keys.set(key, { fingerprint, answer });
    return { ...answer, replayed: false };
  }

  #perform(call: Call, fails: boolean) {
    try {
      const body = JSON.stringify(perform(this.#account, call, this.#outcomes));
      if (fails) return { answer: errorOf(new Refusal(500, "api_error"), "api_error"), isRemembered: true };
      return { answer: { status: 200, body }, isRemembered: true };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { answer: errorOf(error), isRemembered: error.isRemembered };
    }
  }

  #takeFault(request: string): Fault | null {
    const planned = this.#faults.find(({ on, times }) => times > 0 && on.test(request));
    if (!planned) return null;
    planned.times -= 1;
    return planned.fault;
  }
}

function errorOf({ status, code, param }: Refusal, type = "invalid_request_error") {
  return { status, body: JSON.stringify({ error: { type, code, param, message: `refused: ${code}` } }) };
}

function send(response: ServerResponse, status: number, body: string, headers: Readonly<Record<string, string>> = {}): void {
  // The provider says a notice now and then, which a client may print.
  const notice = { "stripe-notice": "a notice of the provider", "request-id": "req_standin" };
  response.writeHead(status, { "content-type": "application/json", ...notice, ...headers }).end(body);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
