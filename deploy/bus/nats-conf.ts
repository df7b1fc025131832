import { type BusPlan, OPERATOR, operatorPermissions, type Permissions, PLAN_NAMESPACE } from "./bus-plan.ts";

export interface BusUsers {
  /** Process or operator → its public keys: more than one while a key is replaced. */
  readonly processes: Readonly<Record<string, readonly string[]>>;
  readonly operators: Readonly<Record<string, readonly string[]>>;
  /** The keys of `config` for the account of the streams. */
  readonly streams: readonly string[];
}

export interface ConfOptions {
  readonly namespace: string;
  /** Folder of the keys as the server sees it. */
  readonly folder: string;
  readonly users: BusUsers;
}

/** The configuration of nats-server: who may connect, and what each may publish and hear. It holds public keys only. */
export function natsConf(plan: BusPlan, { namespace, folder, users }: ConfOptions): string {
  const operators = Object.keys(users.operators);
  const own = (permissions: Permissions, operator?: string) => placed(permissions, namespace, operator ? [operator] : operators);
  const platform = [
    ...Object.entries(plan.processes).flatMap(([name, permissions]) => usersOf(name, users.processes[name] ?? [], own(permissions))),
    ...operators.flatMap((name) => usersOf(name, users.operators[name] ?? [], own(operatorPermissions(plan), name))),
  ];
  const placedImports = Object.entries(plan.imports).map(([there, here]) =>
    [there, here].map((subject) => inNamespace(subject, namespace)),
  );
  const exports = placedImports.map(
    ([there = ""]) => `{ service: ${quoted(there)}${there.includes("MSG.NEXT") ? ", response_type: stream" : ""} }`,
  );
  const imports = placedImports.map(
    ([there = "", here = ""]) =>
      `{ service: { account: STREAMS, subject: ${quoted(there)} }${here === there ? "" : `, to: ${quoted(here)}`} }`,
  );
  return `# Written by \`npm run keys -- make\` from deploy/bus/subjects.json.
tls { cert_file: ${quoted(`${folder}/bus.pem`)}, key_file: ${quoted(`${folder}/bus.key`)}, timeout: 5 }
authorization { timeout: 5 }
system_account: SYS
accounts {
  SYS: {}
  SUBSCRIBERS: {}
  STREAMS: {
    jetstream: enabled
    users: [${users.streams.map((nkey) => `{ nkey: ${nkey} }`).join(", ")}]
    exports: [
      ${exports.join("\n      ")}
    ]
  }
  PLATFORM: {
    imports: [
      ${imports.join("\n      ")}
    ]
    users: [
      ${platform.join("\n      ")}
    ]
  }
}
`;
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

/** The subjects in a namespace, with a line for each operator in the place of the operators. */
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
    .replaceAll(new RegExp(`\\b${PLAN_NAMESPACE}(?=_EVENTS)`, "g"), plain.toUpperCase())
    .replaceAll(PLAN_NAMESPACE, plain);
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
