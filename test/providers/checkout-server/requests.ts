import { listIn, type Params, Refusal, textIn } from "./params.ts";
import { createAccount, createAccountLink, createTransfer } from "./payees.ts";
import { type Account, createRefund, createSession, expireSession, type RefundStatus } from "./payments.ts";
import type { Item } from "./store.ts";

/** A request as the protocol has it. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly params: Params;
}

/** Payment → how its next refunds end; absent: well. */
type Outcomes = ReadonlyMap<string, RefundStatus>;

/** Does the work of one request. Throws Refusal. */
export function perform(account: Account, { method, path, params }: Call, outcomes: Outcomes): unknown {
  const parts = path.split("/").slice(2);
  const [kind = "", second, third] = parts[0] === "checkout" ? [parts.slice(0, 2).join("/"), ...parts.slice(2)] : parts;
  const key = `${method} ${kind}${second === undefined ? "" : "/:id"}${third === undefined ? "" : `/${third}`}`;
  const run = ROUTES[key];
  if (!run) throw new Refusal(404, "url_unknown");
  return run(account, { params, id: second ?? "", path }, outcomes);
}

type Run = (account: Account, call: { readonly params: Params; readonly id: string; readonly path: string }, outcomes: Outcomes) => unknown;

const create =
  (make: (account: Account, params: Params) => Item | object): Run =>
  (account, { params }) =>
    shown(account, make(account, params), params);

const retrieve =
  (object: string): Run =>
  ({ store }, { params, id }) =>
    store.shown(store.get(id, object), params);

/** @param filters the parameters of the list that name a field */
const list =
  (object: string, filters: readonly string[] = []): Run =>
  ({ store }, { params, path }) => {
    const given = filters.flatMap((name) => {
      const value = textIn(params, name);
      return value === null ? [] : [{ name, value }];
    });
    return store.page(object, path, params, (item) => given.every(({ name, value }) => item[name] === value));
  };

const ROUTES: Readonly<Record<string, Run>> = {
  "POST checkout/sessions": create(createSession),
  "GET checkout/sessions": list("checkout.session", ["payment_intent"]),
  "GET checkout/sessions/:id": retrieve("checkout.session"),
  "POST checkout/sessions/:id/expire": (account, { id, params }) =>
    shown(account, expireSession(account, account.store.get(id, "checkout.session")), params),
  "GET payment_intents/:id": retrieve("payment_intent"),
  "POST refunds": (account, { params }, outcomes) =>
    shown(account, createRefund(account, params, outcomes.get(textIn(params, "payment_intent") ?? "") ?? "succeeded"), params),
  "GET refunds": list("refund", ["payment_intent", "charge"]),
  "GET refunds/:id": retrieve("refund"),
  "POST accounts": create(createAccount),
  "GET accounts/:id": retrieve("account"),
  "POST account_links": create(createAccountLink),
  "POST transfers": create(createTransfer),
  "GET transfers": list("transfer", ["transfer_group", "destination"]),
  "GET transfers/:id": retrieve("transfer"),
  "GET disputes": list("dispute", ["payment_intent", "charge"]),
  "GET disputes/:id": retrieve("dispute"),
  "GET events": ({ store }, { params, path }) => {
    const types = listIn(params, "types");
    const isOwn = (event: Item) => event.account === undefined;
    return store.page("event", path, params, (event) => isOwn(event) && (types.length === 0 || types.includes(String(event.type))));
  },
  "GET balance_transactions": list("balance_transaction", ["source", "type"]),
};

function shown({ store }: Account, made: Item | object, params: Params): unknown {
  return "id" in made ? store.shown(made as Item, params) : made;
}
