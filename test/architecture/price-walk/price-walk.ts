import { instrumentModules } from "./instrument.ts";

// Prints the product files through which the price of one paid message passes, from the HTTP request to the ledger (HSE-06).

/** An amount that nothing else in the system has. */
const PRICE = "73.19";
const FORMS: readonly unknown[] = [PRICE, 7319n, 7319, 73.19];
const MAX_DEPTH = 5;
/** The fault point before the transaction with the ledger's postings commits, where the walk ends. */
const LEDGER_COMMIT = "messaging.send.commit";

const crossed = new Set<string>();
let isWatching = false;

instrumentModules(new URL("../../../", import.meta.url).href, (file, values) => {
  if (isWatching && !crossed.has(file) && hasPrice(values, MAX_DEPTH)) crossed.add(file);
});

/** Looks into plain objects and lists, and into the parameters of a call. */
function hasPrice(value: unknown, depth: number): boolean {
  if (typeof value === "string") return value.includes(PRICE);
  if (typeof value !== "object" || value === null) return FORMS.includes(value);
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.some((element) => hasPrice(element, depth - 1));
  if (value instanceof Map) return [...value.values()].some((element) => hasPrice(element, depth - 1));
  if ("params" in value && "meta" in value) return hasPrice(value.params, depth - 1);
  const prototype = Object.getPrototypeOf(value);
  const isPlain = prototype === null || prototype === Object.prototype;
  return isPlain && Object.values(value).some((element) => hasPrice(element, depth - 1));
}

// The tests of the tree share a store.
const { chooseStore } = await import("../../../deploy/launch/choose-store.ts");
const store = process.env.MONGO_URL ? null : await chooseStore({ production: false, url: null, dataDir: null });
if (store) process.env.MONGO_URL = store.url;
const { armableFaults } = await import("#libs/platform/faults/fault-points.ts");
const { startTestSystem } = await import("../../support/test-system.ts");
const faults = {
  ...armableFaults(),
  async hit(point: string) {
    if (point === LEDGER_COMMIT) isWatching = false;
  },
};
const system = await startTestSystem({}, "lifted", { faults });
try {
  const creator = await system.newCreator({ dmType: "SINGLE_PAY", price: PRICE });
  const fan = await system.newFan("500.00");
  isWatching = true;
  const reply = await fan.send("POST", "/messages", { receiverId: creator.userId, content: "Hello", dmType: "SINGLE_PAY", price: PRICE });
  isWatching = false;
  if (reply.status !== 201) throw new Error(`the message was answered ${reply.status}: ${JSON.stringify(reply.body)}`);
} finally {
  await system.stop();
  await store?.stop();
}
console.log([...crossed].toSorted().join("\n"));
process.exit();
