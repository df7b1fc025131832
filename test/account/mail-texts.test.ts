import { describe, expect, it } from "@jest/globals";
import { LOCALES } from "#libs/contracts/shared.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { configReader } from "#libs/platform/config/reader.ts";
import { ALARM_REMEDIES } from "#libs/policies/alarm-remedies.ts";
import { type MailKind, renderMail } from "#services/account/mail/render-mail.ts";

const KINDS = [
  "verify_email",
  "already_registered",
  "reset_password",
  "password_changed",
  "sign_in_linked",
  "second_factor_added",
  "second_factor_removed",
  "recovery_code_used",
  "recovery_codes_renewed",
  "provider_test",
  "alarm_raised",
] as const satisfies readonly MailKind[];
const WITH_TOKEN: readonly MailKind[] = ["verify_email", "reset_password", "second_factor_added"];

const ALARM = { alarm: "ClockSkew", process: "account", value: "0.7", threshold: "0.5", since: "2026-11-22T10:00:00.000Z" };

const ALARM_TEXTS = { meaning: "page.staffAlarms.ClockSkew", remedy: ALARM_REMEDIES.ClockSkew };

const config = configReader(new Map([["CONFIG_SITE_PUBLIC_HOST", "https://boats.example.org/"]]));
const set = (values: Readonly<Record<string, unknown>>) =>
  config.update({
    revision: uuid(),
    values: Object.entries(values).map(([key, value]) => ({ key, value, scope: null })),
    flags: [],
    killSwitches: [],
  });

const mailOf = (kind: MailKind, locale: string) =>
  renderMail(
    {
      to: "anna@example.org",
      kind,
      locale,
      ...(WITH_TOKEN.includes(kind) ? { token: "t0k-en" } : {}),
      ...(kind === "alarm_raised" ? { details: ALARM, texts: ALARM_TEXTS } : {}),
    },
    config,
  );

describe.each(LOCALES)("mails in %s", (locale) => {
  it.each(KINDS)("ENV-20 renders %s with site name, link and duration, and leaves no placeholder and no key", (kind) => {
    const { subject, text } = mailOf(kind, locale);
    expect(`${subject}${text}`).not.toMatch(/[{}]|mail\.[a-z_]+\.|undefined/);
    expect(subject).not.toContain("\n");
    expect(text).toContain("Creator Platform");
    if (kind === "provider_test") return;
    expect(text).toMatch(/https:\/\/boats\.example\.org\/[a-z-]+/);
    expect(text.includes("https://boats.example.org/reset-password#token=t0k-en")).toBe(kind === "reset_password");
  });
});

describe("renderMail", () => {
  it("TEL-07 the mail about an alarm says what it means and what to do, in the language of its reader", () => {
    expect(mailOf("alarm_raised", "en").text).toContain(
      "The clocks of two processes differ\n\nLet the machines set their clocks by the network.",
    );
    expect(mailOf("alarm_raised", "de").text).not.toContain("Let the machines");
  });

  it("REG-02 puts the token behind # only, so that no server and no Referer gets it", () => {
    const { text } = mailOf("verify_email", "en");
    expect(text).toContain("https://boats.example.org/verify-email#token=t0k-en");
    expect(text.match(/t0k-en/g)).toHaveLength(1);
  });

  it("uses English for an unknown locale", () => {
    expect(mailOf("password_changed", "xx")).toEqual(mailOf("password_changed", "en"));
  });

  it("states the lifetime of a link in the language of the reader", () => {
    set({ "auth.reset_token_minutes": 30, "auth.verify_token_hours": 48 });
    expect(mailOf("reset_password", "de").text).toContain("Gültigkeit des Links: 30 Minuten");
    expect(mailOf("verify_email", "ru").text).toContain("48 часов");
    expect(mailOf("verify_email", "ja").text).toContain("48 時間");
  });

  it("removes line breaks from the name of the site", () => {
    set({ siteName: "Boats\r\nBcc: eve@example.org" });
    expect(mailOf("provider_test", "en").text).toContain("Boats Bcc: eve@example.org");
  });
});
