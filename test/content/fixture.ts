import type { ServiceBroker } from "moleculer";
import { call } from "#libs/contract-kit/call.ts";
import type { HandlerOf } from "#libs/contract-kit/implement.ts";
import { setConfigKey } from "#libs/contracts/config/index.ts";
import { createHelpArticle, createHelpCategory, listHelpArticles } from "#libs/contracts/content/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { configService } from "#services/config/config.service.ts";
import { contentService } from "#services/content/content.service.ts";
import { type Actor, actAs } from "../support/act-as.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "../support/runtime.ts";

type Parameters<C> = C extends { shape?: { send: infer Send } } ? Send : never;
export type ArticleQuery = Parameters<typeof listHelpArticles>;
type ArticleFields = Partial<Parameters<typeof createHelpArticle>>;

/** The content service, with the config service that stores the legal texts. */
export interface ContentFixture {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
  readonly editor: Actor;
  readonly supportAgent: Actor;
  newUser(): Actor;
  setSetting(key: string, value: unknown): Promise<unknown>;
  /** Number of durable events that the service has applied. */
  appliedEvents(): Promise<number>;
  /** Creates a category, so that a test can list its own articles only. Returns the slug. */
  newCategory(): Promise<string>;
  /** Creates an article; published by default. */
  newArticle(category: string, fields?: ArticleFields): Promise<Awaited<ReturnType<HandlerOf<typeof createHelpArticle>>>>;
  list(query?: ArticleQuery): Promise<Awaited<ReturnType<HandlerOf<typeof listHelpArticles>>>>;
  slugs(query?: ArticleQuery): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startContent(): Promise<ContentFixture> {
  const runtime = createTestRuntime();
  const broker = createBroker(runtime, [configService, contentService]);
  await broker.start();
  const editor = actAs(broker, runtime, { roles: ["EDITOR"] });
  const admin = actAs(broker, runtime, { roles: ["ADMIN"] });
  const list: ContentFixture["list"] = (query = {}) => call(broker, listHelpArticles, query);
  return {
    runtime,
    broker,
    editor,
    supportAgent: actAs(broker, runtime, { roles: ["SUPPORT"] }),
    newUser: () => actAs(broker, runtime),
    setSetting: (key, value) => admin.call(setConfigKey, { key, value }),
    appliedEvents: () => runtime.database("content").connection.collection("inbox").countDocuments(),
    async newCategory() {
      const { slug } = await editor.call(createHelpCategory, { name: "Category", slug: `c-${uuid()}` });
      return slug;
    },
    newArticle: (category, fields = {}) =>
      editor.call(createHelpArticle, {
        ...{ slug: `a-${uuid()}`, title: "Title", content: "<p>Content</p>", status: "PUBLISHED" as const },
        ...fields,
        category,
      }),
    list,
    slugs: async (query = {}) => (await list(query)).items.map(({ slug }) => slug),
    async stop() {
      await broker.stop();
      await disposeRuntime(runtime, ["content", "config"]);
    },
  };
}
