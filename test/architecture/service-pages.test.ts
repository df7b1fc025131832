import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type ProcessName, processes } from "#deploy/launch/services.ts";
import { ownsEvent } from "#libs/contract-kit/contract.ts";
import type { Implementation } from "#libs/contract-kit/implement.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { allEvents } from "#libs/contracts/index.ts";
import { publicFacts } from "#libs/contracts/public-facts.ts";
import { STORED_FACTS_CALLS } from "#libs/platform/events/stored-facts-by-call.ts";
import type { PlatformServiceSchema } from "#libs/platform/service/define-service.ts";
import type { ServiceFactory } from "#libs/platform/service/loadable.ts";
import { createTestRuntime } from "../support/runtime.ts";

/** Service → its page, and the process whose database it uses. */
const PAGES = {
  account: { page: "services/account/README.md", process: "account" },
  analytics: { page: "services/analytics/README.md", process: "analytics" },
  config: { page: "services/config/README.md", process: "config" },
  content: { page: "services/content/README.md", process: "content" },
  creator: { page: "services/creator/README.md", process: "creator" },
  messaging: { page: "services/messaging/README.md", process: "messaging" },
  wallet: { page: "services/messaging/wallet/README.md", process: "messaging" },
  notification: { page: "services/notification/README.md", process: "notification" },
  webhook: { page: "services/webhook/README.md", process: "webhook" },
} as const satisfies Record<string, { readonly page: string; readonly process: ProcessName }>;
type ServiceName = keyof typeof PAGES;
const SERVICES = Object.keys(PAGES) as ServiceName[];

const HEADINGS = [
  ...["Owns", "Actions", "Internal actions", "Publishes", "Consumes"],
  ...["Calls", "Jobs", "Background", "Reads settings", "Spec"],
] as const;
type Heading = (typeof HEADINGS)[number];

/** The first table of a page, row by row; a row without a heading goes on with the row before it. */
function rowsOf(page: string): readonly { readonly heading: string; readonly text: string }[] {
  const table = /\n(\|[^\n]*\n)+/.exec(page)?.[0] ?? "";
  const rows: { heading: string; text: string }[] = [];
  for (const [, heading = "", text = ""] of table.matchAll(/^\| ([^|]*)\| (.*)\|$/gm)) {
    const last = rows.at(-1);
    if (heading.trim() === "" && last) last.text += text;
    else if (!heading.startsWith("--") && heading.trim() !== "") rows.push({ heading: heading.trim(), text });
  }
  return rows;
}

const namesIn = (text: string): string[] => [...text.matchAll(/`([\w.-]+)`/g)].map(([, name = ""]) => name);

/** What a page says of a service, but for words that are no names of this kind. */
function written(page: string, heading: Heading, kind: RegExp): string[] {
  const text = rowsOf(page).find((row) => row.heading === heading)?.text ?? "";
  return namesIn(text)
    .filter((name) => kind.test(name))
    .toSorted();
}

const COLLECTION = /^[a-z]+(_[a-z]+)*$/;
const ACTION = /^[a-z]\w*$/;
const EVENT = /^[a-z_]+\.[a-z_-]+$/;
const CALL = /^(\w+\.)?[a-z]+[A-Z]\w*$/;

describe("the page of a service", () => {
  const runtime = createTestRuntime();
  afterAll(() => runtime.close());
  const schemas: Partial<Record<ServiceName, PlatformServiceSchema>> = {};
  const schemaOf = (name: ServiceName): PlatformServiceSchema => schemas[name] as PlatformServiceSchema;
  const pageOf = (name: ServiceName): string => readFileSync(PAGES[name].page, "utf8");
  const actionsOf = (name: ServiceName) =>
    Object.values(schemaOf(name).actions ?? {})
      .filter((action): action is Implementation => typeof action === "object" && action !== null && "contract" in action)
      .map(({ contract }) => ({ name: contract.name.slice(contract.name.indexOf(".") + 1), isPublic: contract.http !== undefined }));

  beforeAll(async () => {
    for (const name of SERVICES) {
      const load = (processes[PAGES[name].process] as Readonly<Record<string, () => Promise<ServiceFactory>>>)[name];
      schemas[name] = (await load?.())?.(runtime) as PlatformServiceSchema;
    }
  });

  it.each(SERVICES)("HSE-10 has one row of each heading, in this order: %s", (name) => {
    expect(rowsOf(pageOf(name)).map(({ heading }) => heading)).toEqual(HEADINGS);
  });

  it.each(SERVICES)("HSE-10 names the actions of the service, those with a route apart: %s", (name) => {
    const named = (isPublic: boolean) => actionsOf(name).flatMap((action) => (action.isPublic === isPublic ? [action.name] : []));
    expect(written(pageOf(name), "Actions", ACTION)).toEqual(named(true).toSorted());
    expect(written(pageOf(name), "Internal actions", ACTION)).toEqual(named(false).toSorted());
  });

  it.each(SERVICES)("HSE-10 names the jobs of the service: %s", (name) => {
    expect(written(pageOf(name), "Jobs", /\./)).toEqual((schemaOf(name).jobs ?? []).map((job) => job.name).toSorted());
  });

  it.each(SERVICES)("HSE-10 names the events and hints that the service publishes: %s", (name) => {
    const events = [...allEvents.filter((event) => ownsEvent(event, name)), ...Object.values(HINTS).filter(({ owner }) => owner === name)];
    expect(written(pageOf(name), "Publishes", EVENT)).toEqual(events.map((event) => event.name).toSorted());
  });

  it.each(SERVICES)("HSE-10 names the events that the service consumes, there or in a table below: %s", (name) => {
    const page = pageOf(name);
    const consumed = new Set((schemaOf(name).durable ?? []).map(({ event }) => event));
    const facts = /every public fact/.test(page) ? publicFacts.map(({ type }) => type as string) : [];
    expect(written(page, "Consumes", EVENT).filter((event) => !consumed.has(event))).toEqual([]);
    expect([...consumed].filter((event) => ![...namesIn(page), ...facts].includes(event))).toEqual([]);
  });

  it.each(SERVICES)("HSE-10 names the actions that the service calls; one without its service is that of several: %s", (name) => {
    const own = new Set(STORED_FACTS_CALLS.map((contract) => contract.name));
    const called = (schemaOf(name).calls ?? []).map((contract) => contract.name).filter((call) => !own.has(call));
    const named = written(pageOf(name), "Calls", CALL);
    const isNamed = (call: string) => named.includes(call) || named.includes(call.slice(call.indexOf(".") + 1));
    expect(called.filter((call) => !isNamed(call))).toEqual([]);
    expect(named.filter((one) => !called.some((call) => call === one || call.endsWith(`.${one}`)))).toEqual([]);
  });

  it.each(SERVICES)("HSE-10 names the settings that the service reads, or their group: %s", (name) => {
    const folder = dirname(PAGES[name].page);
    const others = SERVICES.filter((other) => other !== name).map((other) => `${dirname(PAGES[other].page)}/`);
    const files = globSync(`${folder}/**/*.ts`).filter(
      (file) => !others.some((other) => other.startsWith(folder) && file.startsWith(other)),
    );
    const read = files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/config\.read\(\s*"([\w.]+)"/g)].map(([, key = ""]) => key),
    );
    const text = rowsOf(pageOf(name)).find(({ heading }) => heading === "Reads settings")?.text ?? "";
    const groups = [...text.matchAll(/`([\w.]+)\*`/g)].map(([, group = ""]) => group);
    expect(read.filter((key) => !namesIn(text).includes(key) && !groups.some((group) => key.startsWith(group)))).toEqual([]);
  });

  it("HSE-10 names the collections of each database", () => {
    for (const process of new Set(SERVICES.map((name) => PAGES[name].process))) {
      const named = SERVICES.filter((name) => PAGES[name].process === process).flatMap((name) => written(pageOf(name), "Owns", COLLECTION));
      expect([...new Set(named)].toSorted()).toEqual(Object.keys(runtime.database(process).connection.models).toSorted());
    }
  });

  it("HSE-10 a heading that stands twice, and a row that goes on, are seen", () => {
    const page = "# x\n\n|  |  |\n| --- | --- |\n| Jobs | `a.b` |\n| | `a.c` |\n| Jobs | `a.d` |\n";
    expect(rowsOf(page)).toEqual([
      { heading: "Jobs", text: "`a.b` `a.c` " },
      { heading: "Jobs", text: "`a.d` " },
    ]);
  });
});
