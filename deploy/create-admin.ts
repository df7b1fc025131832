import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { emailAddress } from "#libs/contracts/shared.ts";
import { normalizeEmail } from "#libs/kernel/mail-address.ts";
import { configReader } from "#libs/platform/config/reader.ts";
import type { Env } from "#libs/platform/env/env.ts";
import { createLogger } from "#libs/platform/log/logger.ts";
import { isStoreUnavailable } from "#libs/platform/mongo/store-unavailable.ts";
import { createRuntime } from "#libs/platform/runtime/create-runtime.ts";
import { type AdminRole, isAdminRole, STAFF_ROLES } from "#libs/policies/roles.ts";
import { liveDeps } from "#services/account/deps.ts";
import { staffPasswordProblem } from "#services/account/domain/staff-password.ts";
import { createAdmin, NotActive } from "#services/account/sign-in/create-admin.ts";
import { readKeys } from "./keys/make-keys.ts";
import { mongoUrlWithUser } from "./keys/store-urls.ts";
import { embedded, FolderInUse, type Store } from "./launch/choose-store.ts";
import { envOrExit } from "./launch/env-or-exit.ts";
import { findStore } from "./launch/store-file.ts";
import { withStoreUsers } from "./launch/with-store-users.ts";
import { passwordFromInput, typedPassword } from "./typed-password.ts";

// Gives an account a role of staff and a new password, on a stopped system or a running one.
const USAGE = `npm run admin:create -- --email E [--role R] [--password-stdin | --print-password] [--reset-mfa]

--email           address of the account, created when there is none; an existing one gets the password and the role, and its sessions end
--role            one of ${STAFF_ROLES.join(", ")}; default SUPER_ADMIN
--password-stdin  reads the password from the standard input
--print-password  makes a password and prints it after the result; without both, the password is typed on a terminal
--reset-mfa       removes the second factors of an account that exists, at once: the way back for the last super admin who has lost them`;

/** Bytes of a printed password: 24 characters, or as many as the setting asks for. */
const PRINTED_BYTES = 18;
const CHARACTERS_PER_BYTE = 4 / 3;

/** Why nothing was written. */
class Refused extends Error {}

interface Request {
  readonly email: string;
  readonly role: AdminRole;
  readonly password: "stdin" | "printed" | "typed";
  readonly losesFactors: boolean;
}

function readRequest(): Request {
  const flag = { type: "boolean", default: false } as const;
  const options = { email: { type: "string" }, role: { type: "string", default: "SUPER_ADMIN" }, help: flag } as const;
  const { values } = parseArgs({ options: { ...options, "password-stdin": flag, "print-password": flag, "reset-mfa": flag } });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const email = normalizeEmail(values.email ?? "");
  if (!emailAddress.pattern.test(email)) throw new Refused("--email needs an address");
  if (!isAdminRole(values.role)) throw new Refused(`--role is one of ${STAFF_ROLES.join(", ")}`);
  const [fromInput, printed] = [values["password-stdin"], values["print-password"]];
  if (fromInput && printed) throw new Refused("--password-stdin and --print-password exclude each other");
  if (!fromInput && !printed && !process.stdin.isTTY)
    throw new Refused("there is no terminal to type a password on: say --password-stdin or --print-password");
  return { email, role: values.role, password: fromInput ? "stdin" : printed ? "printed" : "typed", losesFactors: values["reset-mfa"] };
}

async function passwordOf({ password: source }: Request, minLength: number): Promise<string> {
  if (source === "printed") return randomBytes(Math.max(PRINTED_BYTES, Math.ceil(minLength / CHARACTERS_PER_BYTE))).toString("base64url");
  const password = source === "stdin" ? await passwordFromInput() : await typedPassword();
  if (password === null) throw new Refused("the two passwords differ");
  const problem = staffPasswordProblem(password, minLength);
  if (problem) throw new Refused(`the password ${problem}`);
  return password;
}

/** The store of the running system, else its folder. */
async function storeOf({ mongoUrl: url, dataDir, databasePrefix }: Env): Promise<Pick<Store, "url" | "stop">> {
  const stop = async () => undefined;
  if (url) return { url, stop };
  const running = findStore(dataDir);
  if (!running) return embedded({ production: false, url: null, dataDir });
  const user = { name: "account", password: readKeys(join(dataDir, "keys"), "account")?.storePassword ?? "" };
  return { url: running.hasUsers ? mongoUrlWithUser(running.url, user, databasePrefix) : running.url, stop };
}

async function create(env: Env, request: Request): Promise<void> {
  const { email, role, losesFactors } = request;
  const minLength = configReader(env.configOverrides).read("auth.staff_password_min_length");
  const password = await passwordOf(request, minLength);
  const store = await storeOf(env);
  // Neither bus nor Redis: the event waits in the outbox until the system publishes it.
  const options = { logger: createLogger("silent") };
  const runtime = createRuntime({ ...env, mongoUrl: store.url, natsServers: [], redisUrl: null }, options);
  try {
    await createAdmin(liveDeps(runtime), { email, password, role, losesFactors });
  } finally {
    await runtime.close();
    await store.stop();
  }
  console.log(`admin ready: ${email} (${role})`);
  if (request.password === "printed") console.log(`password: ${password}`);
}

/** The sentence for an operator about a failure that another attempt may avoid; null for any other. */
function sentenceOf(error: Error): string | null {
  if (error instanceof Refused || error instanceof NotActive) return error.message;
  if (error instanceof FolderInUse) return "another system holds the folder of the data; wait until it has started, or stop it";
  if (isStoreUnavailable(error)) return "the store does not answer";
  return (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS") ? `${error.message}\n${USAGE}` : null;
}

try {
  const request = readRequest();
  await create(withStoreUsers(envOrExit("account")), request);
} catch (error) {
  const sentence = sentenceOf(error as Error);
  if (sentence === null) throw error;
  console.error(`not created: ${sentence}`);
  process.exitCode = 2;
}
