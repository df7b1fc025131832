import type { ActionContract } from "./contract.ts";

/**
 * Throws unless a service has declared a call. The bus carries declared calls only, so an undeclared one would fail in a distributed system
 * although it works in one process.
 */
export function requireDeclared(service: string, calls: readonly ActionContract[], { name }: Pick<ActionContract, "name">): void {
  if (!calls.some((declared) => declared.name === name)) throw new Error(`${service} calls ${name} without declaring it`);
}
