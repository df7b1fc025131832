import { environmentVariableOf } from "#libs/platform/config/environment-variable.ts";
import type { ConfigKeyEntry } from "#libs/platform/config/key.ts";
import { configKeys } from "#libs/platform/config/keys/index.ts";
import { VARIABLES, type Variable } from "#libs/platform/env/variables.ts";
import { COMMANDS } from "./commands.ts";
import { localSettings } from "./local-defaults.ts";

interface Row {
  readonly name: string;
  readonly default: string;
  readonly meaning: string;
}

/** Every variable, then the settings that only the environment can set. */
export function variableRows(): readonly Row[] {
  const declared = Object.entries<Variable>(VARIABLES).map(([name, { meaning, default: value, otherwise = "none" }]) => ({
    name,
    meaning,
    default: value === undefined ? otherwise : `\`${value}\``,
  }));
  return [
    ...declared,
    ...environmentSettings(),
    {
      name: "CONFIG_<KEY>",
      default: "that of the setting",
      meaning: "another default for any setting: `CONFIG_DM_TIMEOUT_HOURS` for `dm.timeout_hours`",
    },
  ];
}

function environmentSettings(): readonly Row[] {
  const local = new Map(localSettings({ host: "localhost", port: Number(VARIABLES.PORT.default) }));
  return Object.entries<ConfigKeyEntry>(configKeys)
    .filter(([, { envOnly }]) => envOnly)
    .map(([key, { description, default: value }]) => {
      const name = environmentVariableOf(key);
      const text = typeof value === "string" ? value : JSON.stringify(value);
      const outside = local.get(name);
      return {
        name,
        default: `${text === "" ? "empty" : `\`${text}\``}${outside === undefined ? "" : `; \`${outside}\` outside production`}`,
        meaning: description,
      };
    });
}

/** The same as a table, for the operators' page. */
export function variableTable(): string {
  const rows = variableRows().map((row) => `| \`${row.name}\` | ${row.default} | ${row.meaning} |`);
  return ["| Variable | Default | Meaning |", "| --- | --- | --- |", ...rows, ""].join("\n");
}

/** The text of `npm start -- --help`. */
export function help(): string {
  const commands = Object.entries(COMMANDS).map(([script, meaning]) => `  ${commandOf(script).padEnd(24)}${meaning}`);
  const variables = variableRows().map((row) => `  ${row.name.padEnd(34)}${row.meaning} (default: ${row.default})`);
  return ["Commands", ...commands, "", "Variables of the environment", ...variables, ""].join("\n").replaceAll("`", "");
}

function commandOf(script: string): string {
  return script === "start" || script === "test" ? `npm ${script}` : `npm run ${script}`;
}
