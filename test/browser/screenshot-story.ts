import { uuid } from "#libs/kernel/ids.ts";
import { makeOneOfEach } from "../spec/one-of-each.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import type { BrowserSystem } from "./fixture.ts";

interface Look {
  readonly isPhone?: boolean;
  readonly colorScheme?: "light" | "dark";
  readonly suffix?: string;
}

export interface Picture {
  readonly name: string;
  readonly path: string;
  readonly as?: Person;
  readonly isConsole?: boolean;
  /** The pictures that the repository keeps. */
  readonly readme?: readonly Look[];
}

const PHONE = { isPhone: true };
const DARK = { colorScheme: "dark" } as const;

/** Every page to look at, with the people who see it. */
export async function picturesOf(system: BrowserSystem): Promise<readonly Picture[]> {
  const { cleo, finn, sessionId } = await paidStory(system);
  const { admin, ids } = await makeOneOfEach(system);
  const [reader, newcomer, beginner] = [
    await system.newFan("25.00"),
    await system.newUser({ displayName: "Nora" }),
    await system.newCreator(),
  ];
  const console = (name: string, path: string): Picture => ({ name: `console-${name}`, path: `/admin${path}`, as: admin, isConsole: true });
  return [
    { name: "home", path: "/", readme: [{}] },
    { name: "creator", path: "/cleo", readme: [DARK, { ...PHONE, suffix: "-phone" }] },
    { name: "discover", path: "/discover" },
    { name: "help", path: "/help" },
    { name: "docs", path: "/docs" },
    { name: "sign-in", path: "/login" },
    { name: "register", path: "/register" },
    { name: "error", path: "/no-such-person" },
    { name: "home-fan", path: "/", as: finn },
    { name: "home-creator", path: "/", as: cleo },
    { name: "compose", path: "/cleo/message", as: reader, readme: [{ ...PHONE, suffix: "-phone" }] },
    { name: "conversation", path: `/messages/${sessionId}`, as: finn, readme: [{}] },
    { name: "reply", path: `/messages/${sessionId}`, as: cleo },
    { name: "messages", path: "/messages", as: finn },
    { name: "inbox", path: "/messages", as: cleo, readme: [{}] },
    { name: "wallet", path: "/wallet", as: finn, readme: [{ ...PHONE, ...DARK, suffix: "-phone" }] },
    { name: "earnings", path: "/payouts", as: cleo },
    { name: "dashboard", path: "/dashboard", as: cleo },
    { name: "page-editor", path: "/page", as: cleo },
    { name: "privacy", path: "/settings/privacy", as: finn, readme: [{}] },
    { name: "settings", path: "/settings/profile", as: finn },
    { name: "security", path: "/settings/security", as: finn },
    { name: "settings-messages", path: "/settings/messages", as: cleo },
    { name: "notices", path: "/settings/notifications", as: finn },
    { name: "notifications", path: "/notifications", as: cleo },
    { name: "support", path: "/support", as: finn },
    { name: "become-creator", path: "/become-creator", as: finn },
    { name: "empty-messages", path: "/messages", as: newcomer },
    { name: "empty-wallet", path: "/wallet", as: newcomer },
    { name: "empty-following", path: "/following", as: newcomer },
    { name: "empty-inbox", path: "/messages", as: beginner },
    { name: "empty-dashboard", path: "/dashboard", as: beginner },
    console("today", ""),
    console("users", "/users"),
    console("user", `/users/${ids.get("USER")}`),
    console("moderation", "/moderation"),
    console("moderation-case", `/moderation/messages/${ids.get("MESSAGE")}`),
    console("reports", "/moderation/reports"),
    console("payouts", "/payouts"),
    console("payout", `/payouts/${ids.get("PAYOUT")}`),
    console("ledger", "/ledger"),
    console("settings", "/settings"),
    console("setting", `/settings/${ids.get("SETTING")}`),
    console("system", "/system"),
    console("audit", "/audit"),
    console("empty", "/moderation/appeals?status=REVERSED"),
    console("empty-users", "/users?email=unknown"),
    console("empty-payouts", "/payouts?status=FAILED"),
    console("empty-settings", "/settings?search=unknown"),
    console("empty-audit", "/audit?target=unknown"),
  ];
}

/** Cleo sells messages; Finn has an answer of hers and waits for another one. */
async function paidStory({ newUser, newFan }: BrowserSystem) {
  const cleo = await newUser({ displayName: "Cleo Marchetti" });
  const bio = "Light, lenses and borrowed cameras. I answer everything about them.";
  const { creatorId } = dataOf<{ creatorId: string }>(await cleo.send("POST", "/creators/upgrade", { username: "cleo", bio }), 201);
  await cleo.send("PATCH", `/creators/${creatorId}/dm-settings`, { dmType: "SINGLE_PAY", price: "5.00" });
  for (const title of ["My prints", "Where I borrow cameras"]) {
    await cleo.send("POST", `/creators/${creatorId}/links`, { kind: "LINK", title, url: "https://www.example.org/" });
  }
  const finn = await newFan("25.00");
  const write = async (content: string) =>
    dataOf<{ messageId: string }>(
      await finn.send(
        "POST",
        "/messages",
        { receiverId: cleo.userId, content, dmType: "SINGLE_PAY", price: "8.00" },
        { headers: { "idempotency-key": uuid() } },
      ),
      201,
    ).messageId;
  const first = await write("Does old film still work after years in a drawer?");
  const content = "Mostly. Rate it one stop slower for each ten years, and expect pale colours.";
  dataOf(await cleo.send("POST", `/messages/${first}/reply`, { content }), 201);
  await write("Which lens would you take to a wedding in a dark church?");
  const { items } = dataOf<{ items: readonly { id: string }[] }>(await finn.send("GET", "/messages/sessions"), 200);
  for (const person of [cleo, finn]) await person.send("PATCH", "/auth/me", { timezone: "Europe/Berlin" });
  return { cleo, finn, sessionId: items[0]?.id ?? "" };
}
