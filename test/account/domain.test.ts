import { describe, expect, it } from "@jest/globals";
import { SECOND } from "#libs/kernel/clock.ts";
import { constantTimeEqual } from "#libs/kernel/secrets.ts";
import { boundedQueue } from "#services/account/crypto/bounded-queue.ts";
import { passwordHasher } from "#services/account/crypto/password-hasher.ts";
import { isCommonPassword } from "#services/account/domain/common-passwords.ts";
import { type IssuedToken, rotate } from "#services/account/domain/refresh-chain.ts";
import { userAgentSummary } from "#services/account/domain/session.ts";
import { isTimezone } from "#services/account/domain/timezone.ts";
import { isWellFormedUsername, normalizeUsername } from "#services/account/domain/username.ts";
import { outcomeOf } from "../support/act-as.ts";

describe("AUT-26 comparison of secrets", () => {
  it("AUT-26 finds every difference, also of length, and never throws", () => {
    expect(constantTimeEqual("secret", "secret")).toBe(true);
    for (const other of ["", "s", "secreT", "secret ", "secretsecret", "ſecret", "x".repeat(10_000)]) {
      expect(constantTimeEqual("secret", other)).toBe(false);
      expect(constantTimeEqual(other, "secret")).toBe(false);
    }
  });
});

describe("password hashes", () => {
  const passwords = passwordHasher();

  it("AUT-26 password hashes match only their own password, and differ each time", async () => {
    const [one, two] = [await passwords.hash("correct horse"), await passwords.hash("correct horse")];
    expect(one).not.toBe(two);
    expect(await passwords.matches("correct horse", one)).toBe(true);
    for (const wrong of ["", "correct hors", "correct horse ", "Correct horse", "x".repeat(256)]) {
      expect(await passwords.matches(wrong, one)).toBe(false);
    }
  });

  it("AUT-26 password hashes do not depend on how accents are composed", async () => {
    expect(await passwords.matches("caf\u0065\u0301 au lait", await passwords.hash("caf\u00e9 au lait"))).toBe(true);
  });

  it("AUT-25 password hashes match nothing when no hash is stored", async () => {
    expect(await passwords.matches("", undefined)).toBe(false);
    expect(await passwords.matches("correct horse", undefined)).toBe(false);
  });

  it("AUT-26 password hashes leave the event loop free: no hash ends before the loop has turned", async () => {
    let isHashed = false;
    const hash = passwords.hash("correct horse").then(() => {
      isHashed = true;
    });
    for (let step = 0; step < 1_000; step += 1) await null;
    expect(isHashed).toBe(false);
    await hash;
    expect(isHashed).toBe(true);
  });
});

describe("the queue of hashes", () => {
  it("ENV-18 runs two at once, queues three and refuses the rest with 503", async () => {
    const queue = boundedQueue({ concurrency: 2, maxWaiting: 3 });
    let running = 0;
    let maxRunning = 0;
    const work = async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
    };
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(queue(work))));
    expect(outcomes).toEqual([...Array(5).fill("ok"), ...Array(3).fill("error.service_unavailable")]);
    expect(maxRunning).toBe(2);
    expect(await outcomeOf(queue(work))).toBe("ok");
  });

  it("ENV-18 runs the next work after a failure", async () => {
    const queue = boundedQueue({ concurrency: 1, maxWaiting: 10 });
    const failing = () => Promise.reject(new Error("failed"));
    expect(await Promise.all([outcomeOf(queue(failing)), outcomeOf(queue(failing))])).toEqual(["failed", "failed"]);
    expect(await queue(async () => "fine")).toBe("fine");
  });
});

describe("the chain of refresh tokens", () => {
  const now = new Date("2030-01-01T00:00:00Z");
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
  const present = (tokens: readonly IssuedToken[], hash: string, { isSealed = true, graceSeconds = 10 } = {}) =>
    rotate(tokens, { presented: { hash, isSealed }, next: "next", now, graceSeconds });
  const late: IssuedToken = { hash: "late", replacedAt: ago(10), sealed: true };
  const current: IssuedToken = { hash: "current", replacedAt: null, sealed: true };
  const next: IssuedToken = { hash: "next", replacedAt: null, sealed: true };
  const chain: IssuedToken[] = [{ hash: "old", replacedAt: ago(11), sealed: true }, late, current];

  it("AUT-10 replaces the current token, and forgets those that work no more", () => {
    expect(present(chain, "current")).toEqual({ outcome: "rotated", tokens: [late, { ...current, replacedAt: now }, next] });
  });

  it("AUT-12 accepts a replaced token within the grace, and keeps the current one", () => {
    expect(present(chain, "late")).toEqual({ outcome: "rotated", tokens: [late, current, next] });
  });

  it("AUT-11 reports a replaced token after the grace as reused, also one that is forgotten, and any other as unknown", () => {
    expect(present(chain, "old")).toEqual({ outcome: "reused" });
    expect(present(chain, "late", { graceSeconds: 9 })).toEqual({ outcome: "reused" });
    expect(present(chain, "forgotten")).toEqual({ outcome: "reused" });
    expect(present(chain, "never", { isSealed: false })).toEqual({ outcome: "unknown" });
  });

  it("AUT-11 remembers a bounded number of tokens, and those of 1.0", () => {
    let tokens: readonly IssuedToken[] = [{ hash: "0", replacedAt: null }];
    const exchange = (index: number, at: Date) => {
      const presented = { hash: `${index}`, isSealed: index > 0 };
      const step = rotate(tokens, { presented, next: `${index + 1}`, now: at, graceSeconds: 10 });
      if (step.outcome === "rotated") tokens = step.tokens;
      return step.outcome;
    };
    const outcomes = Array.from({ length: 500 }, (_, index) => exchange(index, new Date(now.getTime() + index * SECOND)));
    expect(new Set(outcomes)).toEqual(new Set(["rotated"]));
    expect(tokens).toHaveLength(1 + 11 + 1);
    expect(tokens[0]).toEqual({ hash: "0", replacedAt: now });
    expect(tokens.at(-1)).toEqual({ hash: "500", replacedAt: null, sealed: true });
    const atOnce = Array.from({ length: 60 }, (_, index) => exchange(500 + index, new Date(now.getTime() + 600 * SECOND)));
    expect(atOnce.indexOf("crowded")).toBe(51);
    expect(tokens).toHaveLength(1 + 51 + 1);
  });
});

describe("names and texts", () => {
  it.each([
    ["alice.b-1_x", true],
    ["a".repeat(100), true],
    ["a".repeat(101), false],
    ["a b", false],
    ["ä", false],
    ["a/b", false],
    ["a%b", false],
    ["a@b", false],
    ["...", false],
    ["", false],
  ])("UPG-09 the username %j is well-formed: %s", (username, isWellFormed) => expect(isWellFormedUsername(username)).toBe(isWellFormed));

  it("UPG-08 normalizes full-width letters and capitals of a username", () => {
    expect(normalizeUsername("  Ａｌｉｃｅ ")).toBe("alice");
  });

  it("UPG-15 refuses look-alike letters of other scripts in a username", () => {
    for (const text of ["аdmin", "admın", "ad\u200bmin"]) expect(isWellFormedUsername(normalizeUsername(text))).toBe(false);
  });

  it("REG-01 recognizes common passwords in any letter case", () => {
    expect(isCommonPassword("PassWord123")).toBe(true);
    expect(isCommonPassword("a violet harbour at noon")).toBe(false);
  });

  it("REG-04 summarizes a user agent without versions", () => {
    expect(userAgentSummary("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36")).toBe(
      "Chrome on Windows",
    );
    expect(userAgentSummary("curl/8.0")).toBeNull();
    expect(userAgentSummary(undefined)).toBeNull();
  });

  it("ENV-07 accepts time zones of the IANA database, and no offsets", () => {
    expect(isTimezone("Europe/Lisbon")).toBe(true);
    for (const name of ["Atlantis/Capital", "", "+01:00", "-0330", "Europe/Lisbon\0"])
      expect([name, isTimezone(name)]).toEqual([name, false]);
  });
});
