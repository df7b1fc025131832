import { KILL_SWITCHES, type KillSwitch } from "#libs/policies/kill-switches.ts";
import { allContracts } from "./index.ts";

const routesOf = (system: string): readonly string[] =>
  allContracts.flatMap(({ http }) => (http?.killSwitch === system ? [`${http.method} ${http.path}`] : []));

/** The routes that answer 503 while a system is switched off, as `METHOD path`. A value of its own, so that a page loads no contracts. */
export const SWITCHED_ROUTES = Object.fromEntries(Object.keys(KILL_SWITCHES).map((system) => [system, routesOf(system)])) as Readonly<
  Record<KillSwitch, readonly string[]>
>;
