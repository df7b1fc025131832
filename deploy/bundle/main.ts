import "../launch/source-stacks.ts";
import { isProcessName } from "../launch/services.ts";

// Every command of a bundle: `node main.js single`, `node main.js messaging`, `node main.js keys make`.
const COMMANDS: Readonly<Record<string, () => Promise<unknown>>> = {
  single: () => import("../launch/single.ts"),
  cluster: () => import("../launch/cluster.ts"),
  keys: () => import("../keys/keys.ts"),
  "admin:create": () => import("../create-admin.ts"),
  seed: () => import("../demo/seed.ts"),
  help: async () => console.log((await import("../launch/help.ts")).help()),
};

const [, , command = ""] = process.argv;
/** Commands with a help of their own. */
const HELPED: readonly string[] = ["keys", "admin:create"];
const name = process.argv.includes("--help") && !HELPED.includes(command) ? "help" : command;
if (isProcessName(name)) await import("../launch/service.ts");
else if (Object.hasOwn(COMMANDS, name)) {
  process.argv.splice(2, 1);
  await COMMANDS[name]?.();
} else {
  console.error(`usage: main.js ${Object.keys(COMMANDS).join("|")}|<process>`);
  process.exit(2);
}
