import { setCallerSeals } from "#libs/contract-kit/implement.ts";
import { memoryCounters } from "#libs/platform/counters/memory-counters.ts";
import type { Database } from "#libs/platform/mongo/database.ts";
import type { ServiceFactory } from "#libs/platform/service/loadable.ts";
import { accountService } from "#services/account/account.service.ts";
import { analyticsService } from "#services/analytics/analytics.service.ts";
import { creatorService } from "#services/creator/creator.service.ts";
import { messagingService } from "#services/messaging/messaging.service.ts";
import { walletService } from "#services/messaging/wallet/wallet.service.ts";
import type { Bug } from "./bugs/bug.ts";
import { Bus } from "./bus.ts";
import { openOn, type Stage, simulatedDatabase } from "./database.ts";
import { derivedPlots } from "./derived.ts";
import { type Violation, violationAtRest, violationOf } from "./invariants.ts";
import { peoplePlots, seedUsers } from "./people.ts";
import { takeOverPorts } from "./ports.ts";
import { providerPlots } from "./provider.ts";
import { RECOVERY } from "./recovery.ts";
import { type Replica, startReplica } from "./replica.ts";
import { seedMoney } from "./seed-money.ts";
import { staffPlots } from "./staff.ts";
import { type Change, Store } from "./store.ts";
import { type AnsweredVisit, visitPlots } from "./visits.ts";
import { moneyPlots, type Plot, type Request, type Round } from "./workload.ts";
import { type Choices, type Fault, Stuck, World } from "./world.ts";

/** An error that no injected fault explains. */
const isMistake = (error: unknown) => error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;

export interface Outcome {
  readonly steps: number;
  readonly faults: ReadonlyMap<Fault, number>;
  readonly violation: Violation | null;
  readonly trace: readonly string[];
}

const DATABASES = ["messaging", "counting", "account", "creator", "analytics"];
const MONEY_SERVICES = [messagingService, walletService];
const VISIT_SERVICES: readonly ServiceFactory[] = [
  (runtime) => analyticsService(runtime, { open: async () => undefined, locate: () => null }),
];
/** The themes of schedules; of twenty schedules, `share` have this theme. */
const THEMES = {
  money: { share: 15, services: MONEY_SERVICES, plots: [...moneyPlots, ...staffPlots] },
  provider: { share: 2, services: MONEY_SERVICES, plots: providerPlots },
  // These schedules take longer, so there are few.
  people: { share: 2, services: [...MONEY_SERVICES, accountService, creatorService], plots: peoplePlots },
  derived: { share: 1, services: MONEY_SERVICES, plots: derivedPlots },
  visits: { share: 1, services: VISIT_SERVICES, plots: visitPlots },
} as const satisfies Record<string, { share: number; services: readonly ServiceFactory[]; plots: readonly Plot[] }>;
export type Theme = keyof typeof THEMES;
const LOTS = Object.entries(THEMES).flatMap(([theme, { share }]) => Array<Theme>(share).fill(theme as Theme));
const MAX_RUNNING = 3;
/** By this time the relays have noticed that the stream was recreated. */
const NOTICED_MS = 2_000;
/** Longer than any lease in the simulation. */
const REST_MS = 30_000;

/** Creates the parts that outlive a schedule: the ports of both replicas. */
export function createSimulator(bug: Bug | null): (seed: number, options?: { traced?: boolean }) => Promise<Outcome> {
  const stage: Stage = { world: new World(0), stores: new Map() };
  takeOverPorts(stage);
  setCallerSeals({ open: (sealed) => (typeof sealed === "string" ? JSON.parse(sealed) : null) });
  const databases = [0, 1].map(
    (replica) =>
      new Map<string, Database>(DATABASES.map((name) => [name, simulatedDatabase({ stage, replica, name, planted: bug ?? {} })])),
  );
  return (seed, options) => new Schedule(stage, databases, bug, new World(seed, options)).run();
}

/** Clients that send their requests, and repeat them when their process dies. */
class Schedule implements Choices {
  readonly #stage: Stage;
  readonly #databases: readonly ReadonlyMap<string, Database>[];
  readonly #bug: Bug | null;
  readonly #world: World;
  readonly #bus: Bus;
  readonly #replicas: (Replica | null)[] = [null, null];
  readonly #running = new Map<Request, number>();
  readonly #store: Store;
  readonly #services: readonly ServiceFactory[];
  readonly #plot: Plot;
  readonly #counters;
  #waiting: Round = [];
  #violation: Violation | null = null;

  constructor(stage: Stage, databases: readonly ReadonlyMap<string, Database>[], bug: Bug | null, world: World) {
    this.#stage = stage;
    this.#databases = databases;
    this.#bug = bug;
    this.#world = world;
    const onCommit = (changes: readonly Change[]) => {
      this.#violation ??= violationOf(this.#store, changes);
    };
    this.#store = new Store(onCommit);
    const lot = world.random.pick(LOTS);
    const { services, plots } = THEMES[bug?.theme ?? lot];
    this.#services = services;
    this.#plot = world.random.pick<Plot>(plots);
    stage.world = world;
    stage.stores = new Map([["messaging", this.#store], ...DATABASES.slice(1).map((name) => [name, new Store(onCommit)] as const)]);
    this.#bus = new Bus(world);
    this.#counters = memoryCounters({ clock: { now: () => new Date(world.now) } });
    world.choices.push(this);
    world.onCrash = (replica) => this.#crashed(replica);
  }

  async run(): Promise<Outcome> {
    const world = this.#world;
    try {
      seedMoney(this.#store, new Date(world.now));
      seedUsers(this.#storeOf("account"), new Date(world.now));
      this.#start(0);
      this.#start(1);
      const answered: AnsweredVisit[] = [];
      for (const round of this.#plot({ world, store: this.#store, bus: this.#bus, answered })) await this.#play(round);
      await this.#rest();
      await this.#recover();
      const [messaging, counting, account, creator, analytics] = DATABASES.map((name) => this.#storeOf(name)) as [
        Store,
        Store,
        Store,
        Store,
        Store,
      ];
      const state = { messaging, counting, account, creator, analytics, answered, now: world.now, dead: this.#bus.dead };
      this.#violation ??= violationAtRest(state);
    } catch (error) {
      if (!(error instanceof Stuck)) throw error;
      this.#violation ??= { invariant: "ENDS", detail: error.message };
    }
    return { steps: world.steps, faults: world.faults, violation: this.#violation, trace: world.trace ?? [] };
  }

  count(): number {
    return this.#waiting.length > 0 && this.#running.size < MAX_RUNNING ? 1 : 0;
  }

  /** Sends the next request to one of the live replicas. */
  choose(): void {
    const request = this.#waiting.shift();
    const replica = this.#world.random.pick(this.#replicas.filter((alive) => alive !== null));
    if (!request) return;
    const once: Request = (at) => request(at);
    this.#running.set(once, replica.index);
    this.#world.as(replica.index, () => {
      const end = (outcome: string) => {
        this.#running.delete(once);
        this.#world.note(`answer: ${outcome}`);
      };
      once(replica).then(
        () => end("ok"),
        (error: unknown) => {
          if (isMistake(error)) this.#violation ??= { invariant: "ANSWERS", detail: String(error) };
          end(String(error));
        },
      );
    });
  }

  #start(index: number): void {
    const [stage, bus, databases] = [this.#stage, this.#bus, this.#databases[index] as ReadonlyMap<string, Database>];
    const stream = bus.portOf(index);
    const { quotas } = this.#counters;
    const port = (label: string, run: () => Promise<unknown>) => this.#world.call(index, label, () => undefined, null, false).then(run);
    const remote = {
      take: (slots: never, expiresAt: Date) => port("quotas.take", () => quotas.take(slots, expiresAt)) as Promise<number | null>,
      giveBack: (slots: never) => port("quotas.giveBack", () => quotas.giveBack(slots)) as Promise<void>,
    };
    this.#world.as(index, () => {
      this.#replicas[index] = startReplica({
        stage,
        index,
        services: this.#services,
        databases,
        stream: this.#bug?.stream?.(stream, this.#world, index) ?? stream,
        planted: this.#bug?.batches,
        quotas: this.#bug?.quotas?.(quotas, this.#world, index) ?? (remote as never),
      });
    });
    this.#world.current = null;
  }

  #crashed(index: number): void {
    for (const txn of openOn(this.#stage, index)) for (const store of this.#stage.stores.values()) store.abort(txn);
    openOn(this.#stage, index).clear();
    this.#bus.crash(index);
    this.#replicas[index] = null;
    for (const [request, replica] of this.#running) {
      if (replica !== index) continue;
      this.#running.delete(request);
      if (this.#world.random.below(3) > 0) this.#waiting.push(request);
    }
    // Half of the time the other process must continue alone, unless it is down as well.
    if (this.#world.random.below(2) === 0 || this.#replicas.every((replica) => replica === null)) this.#start(index);
  }

  async #play(round: Round): Promise<void> {
    this.#waiting.push(...round);
    while (!this.#violation && (this.#waiting.length > 0 || this.#running.size > 0)) {
      if (this.#world.strikes("wiped")) this.#bus.wipe();
      if (this.#world.strikes("tail lost")) this.#bus.loseTail();
      if (!(await this.#world.step())) await this.#world.pass();
    }
  }

  /** No more faults, correct clocks, both replicas: all pending work must finish in time. */
  async #rest(): Promise<void> {
    const world = this.#world;
    world.calmDown();
    for (const [index, replica] of this.#replicas.entries()) if (!replica) this.#start(index);
    const end = world.now + REST_MS;
    const noticed = world.now + (this.#bus.hasLost ? NOTICED_MS : 0);
    // Makes time pass even if no relay waits for it.
    world.after(noticed - world.now, () => undefined, null);
    this.#bus.hasLost = false;
    while (!this.#violation && world.now < end) {
      if (await world.step()) continue;
      if (world.now >= noticed && this.#isDone()) return;
      await world.pass();
    }
  }

  #isDone(): boolean {
    if (!this.#bus.idle) return false;
    return DATABASES.every((name) => this.#storeOf(name).select("outbox", { publishedAt: null }, null, 1).length === 0);
  }

  /** The recovery jobs run later, too. */
  async #recover(): Promise<void> {
    for (const { afterMs, job, database, table, unfinished } of RECOVERY) {
      if (this.#violation || this.#storeOf(database).select(table, unfinished, null, 1).length === 0) continue;
      this.#world.now += afterMs;
      await this.#play([({ run }) => run(job)]);
      await this.#rest();
    }
  }

  #storeOf(name: string): Store {
    return this.#stage.stores.get(name) as Store;
  }
}
