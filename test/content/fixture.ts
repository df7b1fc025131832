import type { ServiceBroker } from "moleculer";
import { createBroker } from "#libs/broker/create-broker.ts";
import { call } from "#libs/contract-kit/call.ts";
import type { HandlerOf } from "#libs/contract-kit/implement.ts";
import { setConfigKey } from "#libs/contracts/config.ts";
import { createHelpArticle, createHelpCategory, listHelpArticles } from "#libs/contracts/content.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { configService } from "#services/config/config.service.ts";
import { contentService } from "#services/content/content.service.ts";
import { type Actor, actAs } from "#test/support/act-as.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "#test/support/runtime.ts";

type Parameters<C> = C extends { shape?: { send: infer Send } } ? Send : never;
export type ArticleQuery = Parameters<typeof listHelpArticles>;
type ArticleWish = Partial<Parameters<typeof createHelpArticle>>;

/** The content service with the config service that keeps its legal texts. */
export interface ContentFixture {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
  readonly editor: Actor;
  readonly supporter: Actor;
  newUser(): Actor;
  setText(key: "legal.terms_of_service" | "legal.privacy_policy", value: string | null): Promise<void>;
  setSetting(key: string, value: unknown): Promise<void>;
  /** How many durable events the service has applied. */
  appliedEvents(): Promise<number>;
  /** A category of its own, so that a test sees only its articles. Returns the slug. */
  newCategory(): Promise<string>;
  /** A published article, unless told otherwise. Returns its slug and id. */
  newArticle(category: string, wish?: ArticleWish): Promise<Awaited<ReturnType<HandlerOf<typeof createHelpArticle>>>>;
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
    supporter: actAs(broker, runtime, { roles: ["SUPPORT"] }),
    newUser: () => actAs(broker, runtime),
    setText: (key, value) => admin.call(setConfigKey, { key, value }),
    setSetting: (key, value) => admin.call(setConfigKey, { key, value }),
    appliedEvents: () => runtime.database("content").collection("inbox").countDocuments(),
    async newCategory() {
      const { slug } = await editor.call(createHelpCategory, { name: "Category", slug: `c-${uuid()}` });
      return slug;
    },
    newArticle: (category, wish = {}) =>
      editor.call(createHelpArticle, {
        ...{ slug: `a-${uuid()}`, title: "Title", content: "<p>Content</p>", status: "PUBLISHED" as const },
        ...wish,
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
