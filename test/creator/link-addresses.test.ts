import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { addressAsTyped } from "#gateway/ui/creator/link-address.ts";
import { addLink, addSocial, type LinkKind, updateLink } from "#libs/contracts/creator/index.ts";
import { emailAddress } from "#libs/contracts/shared.ts";
import { mailAddressOf, mailtoUrl } from "#libs/kernel/mailto.ts";
import { readAddress } from "#services/creator/bio/link-address.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

let world: CreatorFixture;
let owner: Awaited<ReturnType<CreatorFixture["newCreator"]>>;
beforeAll(async () => {
  world = await startCreator();
  owner = await world.newCreator();
});
afterAll(() => world.stop());

/** The stored URL, or the key of the refusal. */
async function stored(kind: LinkKind, url: string): Promise<string | null> {
  const { creatorId } = await world.newCreator().then((creator) => (owner = creator));
  const outcome = await outcomeOf(owner.call(addLink, { creatorId, kind, title: "x", url }));
  if (outcome !== "ok") return outcome;
  const [row] = await world.stored("links", { creatorId });
  return row?.url as string;
}

const REFUSED = "creator.link.invalid_url";

describe("web addresses of links", () => {
  it.each([
    ["https://example.org/کتاب\u200cها", "https://example.org/%DA%A9%D8%AA%D8%A7%D8%A8%E2%80%8C%D9%87%D8%A7"],
    ["https://example.org/👩\u200d💻", "https://example.org/%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB"],
    ['https://example.org/?q="x"', "https://example.org/?q=%22x%22"],
    ["https://example.org/search?q=<a>#`b`", "https://example.org/search?q=%3Ca%3E#%60b%60"],
    ["https://münchen.de/straße", "https://xn--mnchen-3ya.de/stra%C3%9Fe"],
    ["https://example。org/a", "https://example.org/a"],
    ["https://example.org:8443/%7Eme?a=%22", "https://example.org:8443/%7Eme?a=%22"],
    ["https://93.184.215.14/", "https://93.184.215.14/"],
    ["https://example.org./", "https://example.org./"],
  ])("FLD-16 stores %j as a browser writes it", async (typed, url) => {
    for (const kind of ["LINK", "EMBED", "VCARD"] as const) expect([kind, await stored(kind, typed)]).toEqual([kind, url]);
  });

  it.each([
    ...[
      "https://localhost/",
      "https://localhost./",
      "https://localhost:3000/a",
      "https://shop.localhost/",
      "https://[::1]/",
      "https://127.0.0.1/",
    ],
    ...[
      "https://127.1/",
      "https://2130706433/",
      "https://0x7f.0.0.1/",
      "https://10.0.0.5/",
      "https://192.168.1.1/",
      "https://169.254.1.1/",
    ],
    ...[
      "https://[fe80::1]/",
      "https://[fd00::1]/",
      "https://[::ffff:127.0.0.1]/",
      "https://intranet/",
      "https://例え/",
      "https://printer.local/",
    ],
    ...["https://db.internal/", "https://nas.home.arpa/", "https://example./", "https://example../", "https://example..org/"],
    ...["https://example.org/a\u200fb", "https://example.org/a\u2066b", "https://example.org/a\\b"],
    ...[
      "https://example.org/\u2028a",
      "https://example.org/a\tb",
      "<https://example.org/>",
      "https://example.org/>.",
      'https://example.org/"',
    ],
    ...["https://example.org)", "https://(example.org)", "https://example.org，", "https://“example.org”", "https://example!.org/"],
  ])("FLD-16 refuses %j, which is another place for every visitor or not what it looks like", async (typed) => {
    expect(await stored("LINK", typed)).toBe(REFUSED);
  });

  it("FLD-16 an address that was stored before stays while its link is switched off, and is refused when it is changed", async () => {
    const { creatorId, ...creator } = await world.newCreator();
    const { id: linkId } = await creator.call(addLink, { creatorId, title: "x", url: "https://example.org/" });
    const rows = world.runtime.database("creator").connection.collection<{ _id: string }>("links");
    await rows.updateOne({ _id: linkId }, { $set: { url: "https://localhost/" } });
    const change = (fields: object) => outcomeOf(creator.call(updateLink, { creatorId, linkId, ...fields }));
    expect(await change({ enabled: false })).toBe("ok");
    expect(await change({ url: "https://localhost/" })).toBe(REFUSED);
    expect(await world.stored("links", { creatorId })).toMatchObject([{ url: "https://localhost/", enabled: false }]);
  });

  it("FLD-16 a platform in a local network links to its own pages, and to no other host there", () => {
    for (const host of ["fans.local", "127.0.0.1", "[::1]", "server"]) {
      expect(readAddress("web", `http://${host}:3000/nova`, `http://${host}:8080`)).toEqual({ url: `http://${host}:3000/nova` });
      expect(readAddress("web", "http://other.local:3000/nova", `http://${host}:3000`)).toBe("invalid_url");
      expect(readAddress("web", "https://localhost/", `http://${host}:3000`)).toBe("invalid_url");
    }
  });

  it("FLD-16 the address of an account on another platform follows the same rule", async () => {
    const { creatorId, ...creator } = await world.newCreator();
    const add = (handle: string, url: string) => creator.call(addSocial, { creatorId, platform: "somewhere", handle, url });
    await expect(add("a", 'https://somewhere.example/کتاب\u200cها?q="x"')).resolves.toMatchObject({
      url: "https://somewhere.example/%DA%A9%D8%AA%D8%A7%D8%A8%E2%80%8C%D9%87%D8%A7?q=%22x%22",
    });
    const refused = ["https://localhost/", "https://[::1]/", "https://shop/", "http://somewhere.example/", "https://a.local/x", ""];
    for (const url of refused) expect([url, await outcomeOf(add("b", url))]).toEqual([url, "error.validation_failed"]);
  });
});

const MAILS: readonly (readonly [typed: string, url: string])[] = [
  ["o'brien@example.org", "mailto:o'brien@example.org"],
  ["info@münchen.de", "mailto:info@m%C3%BCnchen.de"],
  ["josé@example.org", "mailto:jos%C3%A9@example.org"],
  ["a%b@example.org", "mailto:a%25b@example.org"],
  ["a%41@example.org", "mailto:a%2541@example.org"],
  ["nova+tips@example.org", "mailto:nova+tips@example.org"],
  ["a&b=c#d/e@example.org", "mailto:a%26b%3Dc%23d%2Fe@example.org"],
  ["why?@example.org", "mailto:why%3F@example.org"],
  ["用户@例子.广告", "mailto:%E7%94%A8%E6%88%B7@%E4%BE%8B%E5%AD%90.%E5%B9%BF%E5%91%8A"],
];

describe("mail links", () => {
  it.each(MAILS)("FLD-17 the address %j, which can be registered, is linked", async (address, url) => {
    expect(address).toMatch(emailAddress.pattern);
    expect(await stored("EMAIL", address)).toBe(url);
    expect(await stored("EMAIL", url)).toBe(url);
    expect(await stored("EMAIL", ` MAILTO:${url.slice("mailto:".length)} `)).toBe(url);
    expect([mailtoUrl(address), mailAddressOf(url), addressAsTyped(url)]).toEqual([url, address, address]);
  });

  it.each([
    ["a@example.org?subject=Hello", "mailto:a@example.org?subject=Hello"],
    ["mailto:a@example.org?Subject=Hello you&BODY=1 + 1 = 2", "mailto:a@example.org?subject=Hello%20you&body=1%20%2B%201%20%3D%202"],
    ["a@example.org?body=one%0D%0Atwo%0Athree", "mailto:a@example.org?body=one%0D%0Atwo%0D%0Athree"],
    ["a@example.org?subject=100% gr%C3%BCn, b@example.org", "mailto:a@example.org?subject=100%25%20gr%C3%BCn%2C%20b%40example.org"],
    ["a@example.org?subject=a%26bcc=b@example.org", "mailto:a@example.org?subject=a%26bcc%3Db%40example.org"],
    ["mailto:a@example.org?", "mailto:a@example.org"],
  ])("FLD-17 the subject and the body of %j stay, in one form", async (typed, url) => {
    expect(await stored("EMAIL", typed)).toBe(url);
    expect(await stored("EMAIL", addressAsTyped(url))).toBe(url);
    expect(mailAddressOf(url)).toBe("a@example.org");
  });

  it.each([
    ...["?bcc=b@example.org", "?subject=a&cc=b@example.org", "?to=b@example.org", "?attach=/etc/passwd", "?subject=a&subject=b", "?=x"],
    ...["?%62cc=b@example.org", "?subject=a%0D%0Abcc:b@example.org", "?body=%00", "?subject=%ff", "?__proto__=x", "?subject=a&amp;body=b"],
    ...[",b@example.org", "%0D%0Abcc:b@example.org"],
  ])("FLD-17 refuses a@example.org with %j", async (rest) => {
    expect(await stored("EMAIL", `a@example.org${rest}`)).toBe(REFUSED);
    expect(await stored("EMAIL", `mailto:a@example.org${rest}`)).toBe(REFUSED);
  });
});

describe("signs around a mail address that was copied with too much", () => {
  it.each([
    ...["“nova@example.org”", "'nova@example.org'", "„nova@example.org“", "«nova@example.org»", "nova@example.org…"],
    ...[
      "nova@example.org!",
      "nova@example.org/",
      "nova@example.org'",
      "nova@example.123",
      "//nova@example.org",
      "mailto://nova@example.org",
    ],
  ])("FLD-17 %j is no address, neither of a link nor of an account", async (typed) => {
    expect(await stored("EMAIL", typed)).toBe(REFUSED);
    expect(typed).not.toMatch(emailAddress.pattern);
  });
});

describe("an address that grows when it is encoded", () => {
  it("FLD-16 FLD-17 is refused above the maximum of 2,048 characters, and stored up to it", async () => {
    const web = (letters: number) => `https://example.org/${"ä".repeat(letters)}${"a".repeat(10)}`;
    expect([await stored("LINK", web(336)), await stored("LINK", web(337))]).toEqual([expect.stringMatching(/aaaa$/), REFUSED]);
    const mail = (letters: number) => `a@example.org?subject=${"ä".repeat(letters)}`;
    expect([await stored("EMAIL", mail(336)), await stored("EMAIL", mail(337))]).toEqual([expect.stringMatching(/%A4$/), REFUSED]);
  });
});

describe("telephone links", () => {
  it.each([
    ...["+49 170 1234567", "+49-170-1234567", "+49 (170) 1234567", "tel:+491701234567", "TEL:+49-170-1234567", "+491701234567"],
    ...[
      "+49 (0) 170 / 1234567",
      "+49 (0)170 123 45 67",
      "+49.170.1234567",
      "\u202a+49 170\u00a01234567\u202c",
      "+49\u2011170\u20131234567",
    ],
    ...["+49 170\u22121234567", "+49 ( 0 ) 170 1234567", "tel:%2B49%20170%201234567", "\u202atel:+49-170-1234567\u202c"],
    ...["＋４９（０）１７０　１２３４５６７", "＋４９ １７０ １２３４５６７", "+٤٩ ١٧٠ ١٢٣٤٥٦٧", "+४९ १७० १२३४५६७"],
  ])("FLD-18 stores %j in the international form", async (typed) => {
    expect(await stored("PHONE", typed)).toBe("tel:+491701234567");
  });

  it.each([
    ["+39 (0)6 69812345", "+390669812345"],
    ["+44 (020) 7946 0018", "+442079460018"],
    ["+49 0170 1234567", "+491701234567"],
    ["+49 (0170) 1234567", "+491701234567"],
  ])("FLD-18 stores %j as %s: a zero belongs to the number in some countries only", async (typed, number) => {
    expect(await stored("PHONE", typed)).toBe(`tel:${number}`);
  });

  it.each(["015112345678", "0170 1234567", "(0170) 123-4567", "tel:0170-1234567", "tel:112", "0049 170 1234567", "٠١٧٠١٢٣٤٥٦٧"])(
    "FLD-18 says of %j that it wants the country code",
    async (typed) => {
      expect(await stored("PHONE", typed)).toBe("creator.link.country_code_missing");
    },
  );

  it.each(["+49", "+49 170 1234567 / 8", "+49 170 1234567, +49 170 1234568", "+49 170 CALL", "++49170123456", "49+170123456", "-", "x"])(
    "FLD-18 refuses %j, which is no number",
    async (typed) => {
      expect(await stored("PHONE", typed)).toBe(REFUSED);
    },
  );

  it("FLD-18 a change of a link follows the same rule, and keeps the link when it is refused", async () => {
    const { creatorId, ...creator } = await world.newCreator();
    const { id: linkId } = await creator.call(addLink, { creatorId, kind: "PHONE", url: "+49 170 1234567" });
    const change = (url: string) => creator.call(updateLink, { creatorId, linkId, url });
    expect(await outcomeOf(change("0170 1234567"))).toBe("creator.link.country_code_missing");
    await expect(change("+44 (0)20 7946 0018")).resolves.toMatchObject({ url: "tel:+442079460018" });
    await expect(creator.call(updateLink, { creatorId, linkId, title: "Call" })).resolves.toMatchObject({ url: "tel:+442079460018" });
  });
});
