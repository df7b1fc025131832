import { AppError } from "#libs/errors/app-error.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { OFF, type ProviderName, type ProviderSlot } from "#libs/policies/provider-slots.ts";
import { type CircuitBreaker, circuitBreaker } from "./circuit-breaker.ts";
import { ProviderFailure } from "./provider-failure.ts";

/** The parts of a process that providers work with. */
export type ProviderHost = Pick<Runtime, "config" | "clock" | "logger" | "env" | "counters">;

/** A kind of external service, with one active implementation. */
export interface Slot<P> {
  /** The implementation that the setting names now; call it anew for every use. Throws provider.error.off (503) when the slot is off. */
  use(): P;
  /**
   * An implementation by its name, active or not: an implementation that has started something also finishes it. Throws provider.error.off
   * (503).
   */
  named(name: string): P;
  /** Whether an implementation can be called by its name: it exists here, and its secret was not removed. */
  isConnected(name: string): boolean;
  /** The name of the active implementation; null when the slot is off. */
  activeName(): string | null;
  /** Outages in a row of the active implementation, as far as this process has called it; 0 when the slot is off. */
  outages(): number;
}

interface SlotOptions<S extends ProviderSlot, P> {
  readonly slot: S;
  readonly implementations: Readonly<Record<ProviderName<S>, P>>;
  readonly config: Pick<ConfigReader, "read">;
  readonly clock: Clock;
  /** True: the sandbox of the slot does not exist. */
  readonly production: boolean;
  /** Milliseconds that one call may take. */
  readonly timeoutMs?: number;
  /** Whether an implementation can work with the settings of now; the slot is off while the chosen one cannot. */
  readonly isUsable?: (name: string) => boolean;
  /** Whether an implementation has the secret without which it calls nothing. */
  readonly hasSecret?: (name: string) => boolean;
  /** Methods that call nothing outside: an open circuit does not refuse them, and their failures do not open it. */
  readonly local?: readonly (keyof P & string)[];
  readonly logger?: CircuitOptions["logger"];
}

type CircuitOptions = Parameters<typeof circuitBreaker>[0];

/** A function of a port. */
type Method = (...args: never[]) => Promise<unknown>;
type Port<P> = { readonly [K in keyof P]: Method };

const TIMEOUT_MS = 10_000;
/** The implementation that agrees to everything and does nothing. */
const SANDBOX = "sandbox";

/** A slot that follows the setting `provider.<slot>` while the system runs. Each implementation is behind a circuit breaker. */
export function createSlot<S extends ProviderSlot, P extends Port<P>>({
  slot,
  implementations,
  config,
  clock,
  production,
  timeoutMs = TIMEOUT_MS,
  isUsable = () => true,
  hasSecret = () => true,
  local = [],
  logger,
}: SlotOptions<S, P>): Slot<P> {
  const available = Object.entries<P>(implementations).filter(([name]) => !(production && name === SANDBOX));
  const circuits = new Map<string, CircuitBreaker>();
  const byName = new Map<string, P>();
  for (const [name, port] of available) {
    const circuit = circuitBreaker({ slot, clock, timeoutMs, logger });
    circuits.set(name, circuit);
    byName.set(name, withCircuitBreaker(port, local, circuit));
  }
  const activeName = () => {
    const name = config.read(`provider.${slot}`);
    return name === OFF || !byName.has(name) || !isUsable(name) ? null : name;
  };
  const named = (name: string | null) => {
    const port = name === null ? undefined : byName.get(name);
    if (!port) throw new AppError("provider.error.off", { slot });
    return port;
  };
  const outages = () => circuits.get(activeName() ?? "")?.outages() ?? 0;
  const isConnected = (name: string) => byName.has(name) && hasSecret(name);
  return { use: () => named(activeName()), named, isConnected, activeName, outages };
}

/** The same port, whose methods share one circuit breaker. */
function withCircuitBreaker<P extends Port<P>>(port: P, local: readonly string[], circuit: CircuitBreaker): P {
  const methods = Object.entries<Method>(port).map(([name, method]) => [
    name,
    local.includes(name) ? method : (...args: never[]) => circuit.run(() => method(...args)),
  ]);
  return Object.fromEntries(methods) as P;
}

/** For actions that cannot continue without the answer: turns a ProviderFailure into provider.error.failed (503). */
export async function orProviderUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderFailure) throw new AppError("provider.error.failed", { slot: error.slot });
    throw error;
  }
}
