import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { foldForSearch } from "#libs/kernel/search-fold.ts";
import { liveDeps } from "#services/content/deps.ts";
import { SEARCH_VERSION } from "#services/content/domain/help-article.ts";
import { refoldArticles } from "#services/content/help/refold-articles.ts";
import { type ContentFixture, startContent } from "./fixture.ts";

let content: ContentFixture;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.stop());

describe("the search of help articles without accents", () => {
  it.each([
    ["iptal", "İptal etme"],
    ["İPTAL", "iptal"],
    ["ıptal", "iptal"],
    ["politica", "Política de privacidad"],
    ["POLÍTICA", "politica"],
    ["strasse", "Die Straße"],
    ["straße", "STRASSE"],
    ["سياسة", "سِيَاسَة الخصوصية"],
    ["سِيَاسَة", "سياسة"],
    ["احمد", "أحمد"],
    ["שלום", "שָׁלוֹם"],
    ["nguyen", "Nguyễn"],
    ["lodz", "Łódź"],
    ["smorrebrod", "Smørrebrød"],
    ["aether", "Æther"],
    ["thor", "Þór"],
    ["ひらがな", "ヒラガナ"],
    ["ガイド", "ｶﾞｲﾄﾞ"],
    ["οδος", "ΟΔΟΣ"],
    ["οδοσ", "οδος"],
    ["علیرضا", "علی\u200cرضا"],
    ["payout", "pay\u00adout"],
    ["file", "ﬁle"],
    ["हिन्दी", "हिन्दी में"],
  ])("FLD-22 %s finds %s", async (search, title) => {
    const category = await content.newCategory();
    const { slug } = await content.newArticle(category, { title });
    expect(await content.slugs({ category, search })).toEqual([slug]);
  });

  it.each([
    ["हनद", "हिन्दी"],
    ["かき", "がき"],
    ["abc", "ab"],
    ["\u0301", "é"],
    ["\u200d", "👩\u200d💻"],
  ])("FLD-22 %s does not find %s", async (search, title) => {
    const category = await content.newCategory();
    await content.newArticle(category, { title });
    expect(await content.slugs({ category, search })).toEqual([]);
  });

  it("FLD-22 a folded text folds to itself", () => {
    for (const text of ["İptal", "Straße", "سِيَاسَة", "ヒラガナ", "ΟΔΟΣ", "Ḯ", "ﬁ", "각", "ẞß", "Ǆ"]) {
      expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text));
    }
  });

  it("FLD-22 articles that were stored before are found after the next start, and an edit in between is kept", async () => {
    const category = await content.newCategory();
    const { id, slug } = await content.newArticle(category, { title: "Política" });
    const articles = content.runtime.database("content").connection.collection<{ _id: string }>("help_articles");
    await articles.updateOne({ _id: id }, { $set: { searchText: "política\u0000content\u0000" }, $unset: { searchVersion: "" } });
    expect(await content.slugs({ category, search: "política" })).toEqual([]);
    const deps = liveDeps(content.runtime);
    const [old] = await deps.articles.listWithOtherSearchVersion(SEARCH_VERSION, 10);
    expect(old?._id).toBe(id);
    await refoldArticles(deps);
    for (const search of ["política", "politica", "content"]) expect(await content.slugs({ category, search })).toEqual([slug]);
    expect(await deps.articles.listWithOtherSearchVersion(SEARCH_VERSION, 10)).toEqual([]);
    const earlier = { _id: id, updatedAt: new Date(0) };
    await deps.transaction((tx) => deps.articles.setSearchText(tx, earlier, "of an earlier state", SEARCH_VERSION));
    expect(await content.slugs({ category, search: "politica" })).toEqual([slug]);
  });
});
