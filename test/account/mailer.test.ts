import { describe, expect, it } from "@jest/globals";
import type { Email, EmailProvider } from "#libs/providers/email/email-provider.ts";
import { type FailureReason, ProviderFailure } from "#libs/providers/provider-failure.ts";
import { slotOf } from "#libs/providers/slot.ts";
import { createMailer } from "#services/account/mail/mailer.ts";
import { testHost } from "#test/providers/host.ts";
import { eventually } from "#test/support/eventually.ts";

const MAIL = { to: "anna@example.org", kind: "reset_password", locale: "de", token: "s3cret" } as const;

/** A mailer whose provider fails so often with a reason, then works. */
function mailerOver(failures: number, reason: FailureReason = "UNREACHABLE") {
  const { config, clock, logger, logged, configure } = testHost();
  const taken: Email[] = [];
  let attempts = 0;
  const provider = {
    async send(email: Email) {
      attempts += 1;
      if (attempts <= failures) throw new ProviderFailure("email", reason, "SMTP_450");
      taken.push(email);
    },
  };
  const email = slotOf<"email", EmailProvider>({
    slot: "email",
    implementations: { console: provider, folder: provider, smtp: provider },
    config,
    clock,
    production: false,
  });
  const kept: string[] = [];
  const mailbox = { put: ({ kind }: { kind: string }) => void kept.push(kind), of: () => [] };
  const mailer = createMailer({ config, logger, email, mailbox, retriesMs: [5, 10] });
  return { mailer, taken, kept, logged, configure, attempts: () => attempts };
}

describe("the mailer", () => {
  it("hands a mail over in the words of its reader", async () => {
    const { mailer, taken } = mailerOver(0);
    mailer.send(MAIL);
    await eventually(() =>
      expect(taken).toMatchObject([{ to: "anna@example.org", kind: "reset_password", subject: "Setze ein neues Passwort" }]),
    );
  });

  it("tries again after a failure that may pass, keeps one copy for the tests, and gives up after three", async () => {
    const passing = mailerOver(2);
    passing.mailer.send(MAIL);
    await eventually(() => expect(passing.taken).toHaveLength(1));
    expect([passing.attempts(), passing.kept]).toEqual([3, ["reset_password"]]);
    const lasting = mailerOver(9);
    lasting.mailer.send(MAIL);
    await eventually(() => expect(lasting.logged()).toContain("mail not sent"));
    expect(lasting.attempts()).toBe(3);
  });

  it("takes a refusal for an answer, and logs neither address nor token", async () => {
    const { mailer, attempts, logged } = mailerOver(9, "REFUSED");
    mailer.send(MAIL);
    await eventually(() => expect(logged()).toContain("REFUSED (SMTP_450)"));
    expect(attempts()).toBe(1);
    expect(logged()).not.toMatch(/anna|s3cret/);
  });

  it("sends nothing while the slot is off, and says so to who waits for it", async () => {
    const { mailer, attempts, kept, configure } = mailerOver(0);
    configure({ "provider.email": "off" });
    mailer.send(MAIL);
    await expect(mailer.deliver(MAIL)).rejects.toMatchObject({ key: "provider.error.off" });
    expect([attempts(), kept]).toEqual([0, ["reset_password", "reset_password"]]);
  });
});
