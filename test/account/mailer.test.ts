import { describe, expect, it } from "@jest/globals";
import type { Email, EmailProvider } from "#libs/providers/email/email-provider.ts";
import { type FailureReason, ProviderFailure } from "#libs/providers/provider-failure.ts";
import { createSlot } from "#libs/providers/slot.ts";
import { createMailer } from "#services/account/mail/mailer.ts";
import { testHost } from "../providers/host.ts";
import { eventually } from "../support/eventually.ts";

const MAIL = { to: "anna@example.org", kind: "reset_password", locale: "de", token: "s3cret" } as const;

/** A mailer whose provider fails a number of times for a reason, then works. */
function mailerOver(failures: number, reason: FailureReason = "UNREACHABLE", circuitMs = 1) {
  const { config, clock, logger, logged, configure } = testHost();
  const sent: Email[] = [];
  let attempts = 0;
  const provider = {
    async send(email: Email) {
      attempts += 1;
      if (attempts <= failures) throw new ProviderFailure("email", reason, "SMTP_450");
      sent.push(email);
    },
  };
  const slot = createSlot<"email", EmailProvider>({
    slot: "email",
    implementations: { console: provider, folder: provider, smtp: provider },
    config,
    clock,
    production: false,
  });
  let uses = 0;
  const email: typeof slot = {
    ...slot,
    use() {
      uses += 1;
      return slot.use();
    },
  };
  const copies: string[] = [];
  const mailbox = { put: ({ kind }: { kind: string }) => void copies.push(kind), of: () => [] };
  const mailer = createMailer({ config, logger, email, mailbox, backoffMs: [5, 10], circuitMs });
  return { mailer, sent, copies, logged, configure, clock, uses: () => uses, attempts: () => attempts };
}

describe("the mailer", () => {
  it("sends a mail in the language of its reader", async () => {
    const { mailer, sent } = mailerOver(0);
    mailer.send(MAIL);
    await eventually(() =>
      expect(sent).toMatchObject([{ to: "anna@example.org", kind: "reset_password", subject: "Setze ein neues Passwort" }]),
    );
  });

  it("retries transient failures, gives up after three attempts, and keeps one copy for tests", async () => {
    const transient = mailerOver(2);
    transient.mailer.send(MAIL);
    await eventually(() => expect(transient.sent).toHaveLength(1));
    expect([transient.attempts(), transient.copies]).toEqual([3, ["reset_password"]]);
    const permanent = mailerOver(9);
    permanent.mailer.send(MAIL);
    await eventually(() => expect(permanent.logged()).toContain("mail not sent"));
    expect(permanent.attempts()).toBe(3);
  });

  it("API10 waits while the circuit is open, which uses up no attempt, and gives up when it stays open", async () => {
    const others = Array(5).fill(MAIL);
    const { mailer, sent, attempts, uses, clock } = mailerOver(5, "UNREACHABLE", 50);
    await Promise.allSettled(others.map((mail) => mailer.deliver(mail)));
    mailer.send(MAIL);
    await eventually(() => expect(uses()).toBeGreaterThan(5 + 3));
    expect(attempts()).toBe(5);
    clock.advance(30_001);
    await eventually(() => expect(sent).toHaveLength(1));

    const down = mailerOver(99);
    await Promise.allSettled(others.map((mail) => down.mailer.deliver(mail)));
    down.mailer.send(MAIL);
    await eventually(() => expect(down.logged()).toContain("mail not sent"));
    expect([down.attempts(), down.uses()]).toEqual([5, 5 + 10 + 3]);
  });

  it("does not retry a refusal, and logs neither address nor token", async () => {
    const { mailer, attempts, logged } = mailerOver(9, "REFUSED");
    mailer.send(MAIL);
    await eventually(() => expect(logged()).toContain("REFUSED (SMTP_450)"));
    expect(attempts()).toBe(1);
    expect(logged()).not.toMatch(/anna|s3cret/);
  });

  it("sends nothing while the slot is off, and deliver rejects", async () => {
    const { mailer, attempts, copies, configure } = mailerOver(0);
    configure({ "provider.email": "off" });
    mailer.send(MAIL);
    await expect(mailer.deliver(MAIL)).rejects.toMatchObject({ key: "provider.error.off" });
    expect([attempts(), copies]).toEqual([0, ["reset_password", "reset_password"]]);
  });
});
