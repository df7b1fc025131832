import { describe, expect, it } from "@jest/globals";
import { NOTIFICATION_KEYS, type NotificationKey } from "#libs/contracts/notification.ts";
import { LOCALES } from "#libs/contracts/shared.ts";
import { bundleOf } from "#libs/i18n/bundles.ts";
import { translate } from "#libs/i18n/translate.ts";
import { dataOf } from "#services/notification/domain/notice.ts";
import { bodies, type Variant, wordingOf } from "#services/notification/domain/wording.ts";

const everything: Readonly<Record<string, string>> = {
  senderName: "Ada",
  creatorName: "Grace",
  amount: "5.00",
  currency: "EUR",
  level: "GOLD",
  scheduledAt: "2030-01-31T12:00:00.000Z",
};

/** All that may be known of an event, as far as it makes a difference to its texts. */
function knowledgeOf(key: NotificationKey): Record<string, string>[] {
  const variants: readonly Variant[] = bodies[key];
  const named = new Set(["currency", ...variants.flatMap(({ needs }) => needs)]);
  const values = Object.fromEntries(Object.entries(everything).filter(([name]) => named.has(name)));
  return subsets(values).flatMap((known) => [known, ...variants.map(({ when }) => ({ ...known, ...when }))]);
}

function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).sort();
}

/** Every subset of what an event may tell. */
function subsets(data: Readonly<Record<string, string>>): Record<string, string>[] {
  const sets: Record<string, string>[] = [{}];
  for (const [name, value] of Object.entries(data)) sets.push(...sets.map((set) => ({ ...set, [name]: value })));
  return sets;
}

describe("the wording of notifications", () => {
  it("NOT-11 the table names exactly the bodies that are translated, with the values they need", () => {
    const listed = NOTIFICATION_KEYS.flatMap((key) => bodies[key].map(({ text, needs }) => [`${key}.${text}`, [...needs].sort()]));
    const written = Object.entries(bundleOf("en"))
      .filter(([key]) => NOTIFICATION_KEYS.some((eventKey) => key.startsWith(`${eventKey}.body`)))
      .map(([key, text]) => [key, placeholdersOf(text)]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(written));
  });

  it.each(NOTIFICATION_KEYS)("NOT-11 %s ends with a body that always fits", (key) => {
    const last: Variant | undefined = bodies[key].at(-1);
    expect(last).toMatchObject({ needs: [] });
    expect(last?.when).toBeUndefined();
  });

  it.each(NOTIFICATION_KEYS)("NOT-11 %s reads well in every locale with whatever is known", (key) => {
    for (const locale of LOCALES) {
      for (const data of [null, ...knowledgeOf(key)]) {
        const { title, body, vars } = wordingOf(key, data, locale);
        for (const text of [title, body]) {
          const shown = translate(locale, text, vars);
          expect(shown).not.toBe(text);
          expect(shown).not.toMatch(/[{}]/);
        }
      }
    }
  });

  it("NOT-11 prefers the text that tells most", () => {
    expect(wordingOf("new_message_creator", everything, "en").body).toBe("new_message_creator.body_paid");
    expect(wordingOf("new_message_creator", { amount: "5.00" }, "en").body).toBe("new_message_creator.body_paid_anonymous");
    expect(wordingOf("message_expired", { role: "CREATOR", amount: "5.00" }, "en").body).toBe("message_expired.body_creator");
    expect(wordingOf("message_expired", { role: "FAN", amount: "5.00" }, "en").body).toBe("message_expired.body_refunded");
  });

  it("writes amounts as the locale does, to the last cent", () => {
    const amountIn = (locale: "de" | "en" | "ja") =>
      wordingOf("payout_processed", { amount: "999999999999.99", currency: "EUR" }, locale).vars;
    expect(amountIn("en")).toMatchObject({ amount: "€999,999,999,999.99" });
    expect(amountIn("de")).toMatchObject({ amount: "999.999.999.999,99\u00a0€" });
    expect(wordingOf("payout_processed", { amount: "5.00" }, "en").vars).toEqual({ amount: "5.00" });
  });

  it("leaves out what an event does not know", () => {
    expect(dataOf({ messageId: "m", senderName: null, creatorName: "" })).toEqual({ messageId: "m" });
  });
});
