import type { ConfigReader } from "#libs/config/reader.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { OFF, type ProviderName, type ProviderSlot } from "./catalogue.ts";
import { guarded, type Method } from "./guard.ts";
import { ProviderFailure } from "./provider-failure.ts";

/** One kind of outside help, whoever gives it at the moment. */
export interface Slot<P> {
  /** The implementation that the setting names now; ask again for every use. Throws provider.error.off (503) when there is none. */
  use(): P;
  /** The implementation of a name, active or not: what one of them began, it ends. Throws provider.error.off (503). */
  named(name: string): P;
  /** The name of the active implementation; null when the slot is off. */
  activeName(): string | null;
}

interface SlotOptions<S extends ProviderSlot, P> {
  readonly slot: S;
  readonly implementations: Readonly<Record<ProviderName<S>, P>>;
  readonly config: Pick<ConfigReader, "read">;
  readonly clock: Clock;
  /** In production nobody plays: the sandbox of a slot is not there. */
  readonly production: boolean;
  /** Longest time that one call may take, in milliseconds. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Agrees to everything, and nothing really happens. */
const SANDBOX = "sandbox";

/** A slot that follows the setting `provider.<slot>` while the system runs. Its calls are guarded (guard.ts). */
export function slotOf<S extends ProviderSlot, P extends { readonly [K in keyof P]: Method }>({
  slot,
  implementations,
  config,
  clock,
  production,
  timeoutMs = TIMEOUT_MS,
}: SlotOptions<S, P>): Slot<P> {
  const there = Object.entries<P>(implementations).filter(([name]) => !(production && name === SANDBOX));
  const byName = new Map(there.map(([name, port]) => [name, guarded(port, { slot, clock, timeoutMs })]));
  const activeName = () => {
    const name = config.read(`provider.${slot}`);
    return name === OFF || !byName.has(name) ? null : name;
  };
  const named = (name: string | null) => {
    const port = name === null ? undefined : byName.get(name);
    if (!port) throw new AppError("provider.error.off", { slot });
    return port;
  };
  return { use: () => named(activeName()), named, activeName };
}

/** Turns the failure of a provider into provider.error.failed (503), for actions that cannot go on without its answer. */
export async function needed<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderFailure) throw new AppError("provider.error.failed", { slot: error.slot });
    throw error;
  }
}
