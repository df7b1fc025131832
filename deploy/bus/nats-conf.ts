import { MAX_MESSAGE_BYTES } from "#libs/contract-kit/message-size.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { Roster } from "#libs/platform/bus/key-files.ts";
import { type BusPlan, OPERATOR, operatorPermissions, type Permissions, PLAN_NAMESPACE, PRIVATE_WORD, SUBSCRIBER } from "./bus-plan.ts";

/** Public keys: more than one of each while a key is replaced. */
export type BusUsers = Roster["keys"];

export interface ConfOptions {
  readonly namespace: string;
  /** Folders of the keys and of the streams, as the server sees them. */
  readonly folder: string;
  readonly store: string;
  readonly users: BusUsers;
}

/**
 * The configuration of nats-server: which keys may connect, and which subjects each may publish and subscribe to. It contains public keys
 * only.
 */
export function natsConf(plan: BusPlan, { namespace, folder, store, users }: ConfOptions): string {
  const operators = Object.keys(users.operators);
  const own = (permissions: Permissions, operator?: string) => placed(permissions, namespace, operator ? [operator] : operators);
  const platform = [
    ...Object.entries(plan.processes).flatMap(([name, permissions]) => usersOf(name, users.processes[name] ?? [], own(permissions))),
    ...operators.flatMap((name) => usersOf(name, users.operators[name] ?? [], own(operatorPermissions(plan), name))),
  ];
  const subscribers = Object.entries(users.subscribers).flatMap(([name, keys]) => keys.map((key) => ({ name, key })));
  const outside = [
    ...usersOf("facts", users.facts, own(plan.outside.facts)),
    ...subscribers.flatMap(({ name, key }) => usersOf(name, [key], ofSubscriber(own(plan.outside.subscriber), name, key))),
  ];
  const ofProcesses = imports(plan.imports, (subject) => inNamespace(subject, namespace));
  const ofSubscribers = subscribers.flatMap(({ name, key }) =>
    imports(plan.outside.imports, (subject) => placeOf(name, key)(inNamespace(subject, namespace))),
  );
  return `# Written by \`npm run keys -- make\` from deploy/bus/subjects.json.
tls { cert_file: ${quoted(`${folder}/bus.pem`)}, key_file: ${quoted(`${folder}/bus.key`)}, timeout: 5 }
# Not on the command line: a server that reads its users again would stop JetStream.
jetstream { store_dir: ${quoted(store)} }
# The largest answer of a contract fits.
max_payload: ${MAX_MESSAGE_BYTES}
authorization { timeout: 5 }
system_account: SYS
accounts {
  SYS: {}
  STREAMS: {
    jetstream: enabled
    users: [${users.streams.map((nkey) => `{ nkey: ${nkey} }`).join(", ")}]
    exports: [
      ${[...new Set([...ofProcesses, ...ofSubscribers].map(exported))].join("\n      ")}
    ]
  }
  PLATFORM: {
    imports: [
      ${ofProcesses.map(imported).join("\n      ")}
    ]
    users: [
      ${platform.join("\n      ")}
    ]
  }
  SUBSCRIBERS: {
    imports: [
      ${[...new Set(ofSubscribers.map(imported))].join("\n      ")}
    ]
    users: [
      ${outside.join("\n      ")}
    ]
  }
}
`;
}

/** A request: its subject in the streams account, and its subject in the account that imports it. */
type Import = readonly [there: string, here: string];

function imports(planned: Readonly<Record<string, string>>, place: (subject: string) => string): Import[] {
  return Object.entries(planned).map(([there, here]): Import => [place(there), place(here)]);
}

function placeOf(subscriber: string, publicKey: string): (subject: string) => string {
  return (subject) => subject.replaceAll(SUBSCRIBER, subscriber).replaceAll(PRIVATE_WORD, privateWord(publicKey));
}

function ofSubscriber({ publish, subscribe }: Permissions, subscriber: string, publicKey: string): Permissions {
  const place = placeOf(subscriber, publicKey);
  return { publish: publish.map(place), subscribe: subscribe.map(place) };
}

/** A word in the subjects of a subscriber. It is derived from the subscriber's key, so others cannot guess it. */
export function privateWord(publicKey: string): string {
  return sha256Hex(publicKey).slice(0, 32);
}

function exported([there]: Import): string {
  return `{ service: ${quoted(there)}${there.includes("MSG.NEXT") ? ", response_type: stream" : ""} }`;
}

function imported([there, here]: Import): string {
  return `{ service: { account: STREAMS, subject: ${quoted(there)} }${here === there ? "" : `, to: ${quoted(here)}`} }`;
}

function usersOf(name: string, keys: readonly string[], { publish, subscribe }: Permissions): string[] {
  const list = (subjects: readonly string[]) => subjects.map((subject) => `          ${quoted(subject)}`).join("\n");
  return keys.map(
    (nkey) => `# ${name}
      { nkey: ${nkey}, permissions: {
        publish: [
${list(publish)}
        ]
        subscribe: [
${list(subscribe)}
        ]
      } }`,
  );
}

/** The subjects with namespace and operators filled in; a subject with the operator placeholder is repeated for each operator. */
function placed({ publish, subscribe }: Permissions, namespace: string, operators: readonly string[]): Permissions {
  const place = (subjects: readonly string[]) =>
    subjects.flatMap((subject) => {
      const there = inNamespace(subject, namespace);
      return there.includes(OPERATOR) ? operators.map((name) => there.replaceAll(OPERATOR, name)) : [there];
    });
  return { publish: place(publish), subscribe: place(subscribe) };
}

/** Names of streams are in capitals. */
function inNamespace(subject: string, namespace: string): string {
  const plain = namespace.replace(/[^A-Za-z0-9_-]/g, "_");
  return subject
    .replaceAll(`MOL-${PLAN_NAMESPACE}`, `MOL-${namespace}`)
    .replaceAll(new RegExp(`\\b${PLAN_NAMESPACE}(?=_EVENTS|_FACTS)`, "g"), plain.toUpperCase())
    .replaceAll(PLAN_NAMESPACE, plain);
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
