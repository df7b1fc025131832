import { beforeEach, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { NOTIFICATION_KEYS, type NotificationKey } from "#libs/contracts/notification/index.ts";
import { LOCALES } from "#libs/contracts/shared.ts";
import { bundleOf } from "#libs/platform/i18n/bundles.ts";
import { translate } from "#libs/platform/i18n/translate.ts";
import { noticeData } from "#services/notification/domain/notice.ts";
import { BODY_VARIANTS, type BodyVariant, wordingOf } from "#services/notification/domain/wording.ts";
import { notificationText } from "#services/notification/views/notification-text.ts";

const ALL_VALUES: Readonly<Record<string, string>> = {
  senderName: "Ada",
  creatorName: "Grace",
  amount: "5.00",
  currency: "EUR",
  level: "GOLD",
  scheduledAt: "2030-01-31T12:00:00.000Z",
};

/** Every combination of values that changes the texts of a notification. */
function dataVariantsOf(key: NotificationKey): Record<string, string>[] {
  const variants: readonly BodyVariant[] = BODY_VARIANTS[key];
  const named = new Set(["currency", ...variants.flatMap(({ needs }) => needs)]);
  const values = Object.fromEntries(Object.entries(ALL_VALUES).filter(([name]) => named.has(name)));
  return subsets(values).flatMap((present) => [present, ...variants.map(({ when }) => ({ ...present, ...when }))]);
}

function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).sort();
}

/** Every subset of some values. */
function subsets(data: Readonly<Record<string, string>>): Record<string, string>[] {
  const sets: Record<string, string>[] = [{}];
  for (const [name, value] of Object.entries(data)) sets.push(...sets.map((set) => ({ ...set, [name]: value })));
  return sets;
}

describe("the wording of notifications", () => {
  it("NOT-11 the table lists exactly the translated bodies, with their placeholders", () => {
    const listed = NOTIFICATION_KEYS.flatMap((key) => BODY_VARIANTS[key].map(({ text, needs }) => [`${key}.${text}`, [...needs].sort()]));
    const written = Object.entries(bundleOf("en"))
      .filter(([key]) => NOTIFICATION_KEYS.some((eventKey) => key.startsWith(`${eventKey}.body`)))
      .map(([key, text]) => [key, placeholdersOf(text)]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(written));
  });

  it.each(NOTIFICATION_KEYS)("NOT-11 the last body of %s needs no value", (key) => {
    const last: BodyVariant | undefined = BODY_VARIANTS[key].at(-1);
    expect(last).toMatchObject({ needs: [] });
    expect(last?.when).toBeUndefined();
  });

  it.each(NOTIFICATION_KEYS)("NOT-11 %s has a complete text in every locale for every combination of values", (key) => {
    for (const locale of LOCALES) {
      for (const data of [null, ...dataVariantsOf(key)]) {
        const { title, body, action, vars } = wordingOf(key, data, locale);
        for (const text of [title, body, action]) {
          const shown = translate(locale, text, vars);
          expect(shown).not.toBe(text);
          expect(shown).not.toMatch(/[{}]/);
        }
      }
    }
  });

  it("NOT-11 prefers the most specific text", () => {
    expect(wordingOf("new_message_creator", ALL_VALUES, "en").body).toBe("new_message_creator.body_paid");
    expect(wordingOf("new_message_creator", { amount: "5.00" }, "en").body).toBe("new_message_creator.body_paid_anonymous");
    expect(wordingOf("message_expired", { role: "CREATOR", amount: "5.00" }, "en").body).toBe("message_expired.body_creator");
    expect(wordingOf("message_expired", { role: "FAN", amount: "5.00" }, "en").body).toBe("message_expired.body_refunded");
  });

  it("formats amounts for the locale, without rounding", () => {
    const amountIn = (locale: "de" | "en" | "ja") =>
      wordingOf("payout_processed", { amount: "999999999999.99", currency: "EUR" }, locale).vars;
    expect(amountIn("en")).toMatchObject({ amount: "€999,999,999,999.99" });
    expect(amountIn("de")).toMatchObject({ amount: "999.999.999.999,99\u00a0€" });
    expect(wordingOf("payout_processed", { amount: "5.00" }, "en").vars).toEqual({ amount: "5.00" });
  });

  it("leaves out values that the event does not have", () => {
    expect(noticeData({ messageId: "m", senderName: null, creatorName: "" })).toEqual({ messageId: "m" });
  });
});

describe("a notification without a text in this version", () => {
  const lines: { level: number; eventKey: string; msg: string }[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  beforeEach(() => {
    lines.length = 0;
  });

  it.each([
    ["a key of a later version", "gift_received", { amount: "5.00" }],
    ["a key that is the name of a built-in property", "constructor", null],
    ["an amount in a currency that is none", "payout_processed", { amount: "5.00", currency: "?" }],
    ["a day that is none", "account_deletion_scheduled", { scheduledAt: "soon" }],
  ])("NTF-05 a notification without a text has a neutral one in every locale, and a warning, for %s", (_title, eventKey, data) => {
    for (const locale of LOCALES) {
      const text = notificationText({ eventKey: eventKey as NotificationKey, data }, locale, logger);
      const { "other.title": title, "other.body": body, "other.action": action } = bundleOf(locale);
      expect(text).toEqual({ title, body, action });
    }
    const line = { level: 40, eventKey, msg: "notification without a text in this version; showing a neutral one" };
    expect(lines).toHaveLength(LOCALES.length);
    for (const logged of lines) expect(logged).toMatchObject(line);
  });
});
