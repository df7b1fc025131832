import { describe, expect, it } from "@jest/globals";
import { LOCALES } from "#libs/contracts/shared.ts";
import { catalogue } from "#libs/errors/catalogue/index.ts";
import { translate } from "#libs/platform/i18n/translate.ts";

describe("translate", () => {
  it("ENV-20 returns the text of the requested locale", () => {
    expect(translate("de", "message.error.not_found")).toBe("Diese Nachricht gibt es nicht.");
    expect(translate("ja", "message.error.not_found")).toBe("メッセージが存在しません。");
    expect(translate("en", "message.error.not_found")).toBe(catalogue["message.error.not_found"].message);
  });

  it("NOT-11 fills in the values, and never interprets placeholders within them", () => {
    expect(translate("es", "config.error.placeholder", { key: "siteName", word: "test" })).toBe(
      "El valor de siteName no debe contener «test».",
    );
    expect(translate("en", "new_message_creator.body", { senderName: "{amount} $& $1", amount: "5" })).toBe(
      "{amount} $& $1 sent you a message.",
    );
  });

  it("ENV-20 leaves no raw key and no placeholder in any locale when all values are given", () => {
    const vars = {
      reason: "r",
      key: "k",
      system: "S",
      word: "w",
      minimum: "1",
      maximum: "2",
      retryAfter: 3,
      limit: 4,
      days: 5,
      domain: "d",
      line: 6,
      address: "a",
      age: 7,
      currency: "EUR",
      refundable: "8",
      remaining: "8",
    };
    for (const locale of LOCALES) {
      for (const key of Object.keys(catalogue)) {
        const text = translate(locale, key, vars);
        expect(text).not.toBe(key);
        expect(text).not.toMatch(/[{}]/);
      }
    }
  });

  it("selects the plural form of the language", () => {
    const key = "message.send.error.free_dm_per_creator_limit";
    expect(translate("en", key, { limit: 1 })).toBe("You have used your free message to this creator today.");
    expect(translate("en", key, { limit: 2 })).toBe("You have used your 2 free messages to this creator today.");
    expect(translate("de", "error.throttled", { retryAfter: 1 })).toContain("1 Sekunde ");
    expect(translate("de", "error.throttled", { retryAfter: 7 })).toContain("7 Sekunden ");
    expect(translate("fr", key, { limit: 0 })).toContain("votre message gratuit");
    expect(translate("ru", "error.throttled", { retryAfter: 21 })).toBe("Слишком много запросов. Повторите через 21 с.");
  });

  it("returns an unknown key as it is, also one that every JavaScript object has", () => {
    expect(translate("fr", "no.such.key")).toBe("no.such.key");
    expect(translate("fr", "constructor")).toBe("constructor");
    expect(translate("fr", "__proto__")).toBe("__proto__");
  });
});
