import type { VNode } from "preact";
import { AppError } from "#libs/errors/app-error.ts";
import { AmountField } from "../ui/parts/amount-field.tsx";
import { Button, Empty, Problem, Skeleton } from "../ui/parts/controls.tsx";
import { Facts } from "../ui/parts/facts.tsx";
import { Choice, Field, TextField } from "../ui/parts/fields.tsx";
import { ICON_NAMES, Icon } from "../ui/parts/icons.tsx";
import type { StatedMessage } from "../ui/parts/message-state.tsx";
import { Note, TimedFace } from "../ui/parts/note.tsx";
import { PriceChoice } from "../ui/parts/price-choice.tsx";
import { type MoneyState, Ring, TONES } from "../ui/parts/ring.tsx";
import { Cover } from "../ui/parts/rosette.tsx";
import { Row } from "../ui/parts/row.tsx";
import { Tabs } from "../ui/parts/tabs.tsx";
import { Avatar, Badge, Money, Name, Time, Written } from "../ui/parts/values.tsx";
import { TEMPLATE_NAMES } from "../ui/templates.ts";
import type { Page } from "./page.ts";

const SENT_AT = "2026-01-15T13:00:00.000Z";
const HOUR_MS = 3_600_000;
const WINDOW_HOURS = 48;
const BADGES = ["neutral", "good", "warn", "danger"] as const;
const NAMES = ["Amélie Roux", "Ян Новак", "雪", "Zoë", "Noor al-Din", "مايا حداد"] as const;
const RINGS: readonly (readonly [MoneyState, number])[] = [
  ["held", 1],
  ["held", 0.65],
  ["late", 0.08],
  ["checked", 1],
  ["answered", 1],
  ["back", 1],
];

/** Every component in every state, for developers of pages; not in production. */
export const design: Page = {
  path: "/design",
  shell: "public",
  view({ site, t, now }) {
    if (site.production) throw new AppError("error.not_found");
    return {
      title: "Design",
      noindex: true,
      main: (
        <>
          <h1>Every part in every state</h1>
          <p class="lead muted">Ink acts. Colour only says where the money is.</p>
          <div class="cols even">
            <Rings now={now} />
            <Buttons />
            <Fields />
            <Prices />
            <Lists />
            <Values />
            <section class="card" aria-labelledby="states">
              <h2 id="states">Notices</h2>
              <Problem>{t("page.error.offline")}</Problem>
              <p class="notice warn">Your identity is being checked.</p>
              <p class="notice good">Saved.</p>
              <Empty action={<a href="/discover">{t("page.home.find")}</a>}>Nobody has written yet.</Empty>
              <Skeleton lines={3} />
            </section>
          </div>
          <Notes now={now} />
          <Covers />
        </>
      ),
    };
  },
};

function Rings({ now }: { readonly now: number }): VNode {
  return (
    <section class="card stack" aria-labelledby="rings">
      <h2 id="rings">The ring</h2>
      <p class="row">
        {RINGS.map(([state, share]) => (
          <span key={`${state} ${share}`} class={TONES[state]}>
            <Ring state={state} share={share} label={`${state}, ${share * 100} %`} />
          </span>
        ))}
      </p>
      <p class="row">
        {messagesAt(now).map((message, index) => (
          <TimedFace key={message.status + message.expiresAt} url={null} name={NAMES[index] ?? "–"} message={message} />
        ))}
      </p>
      <p class="row">
        {RINGS.map(([state, share]) => (
          <span key={`${state} ${share}`} class={`chip ${TONES[state]}`}>
            <Ring state={state} share={share} isBare /> {state}
          </span>
        ))}
      </p>
      <p class="muted">
        New, 65 % left, under 6 h, being checked, answered, back. It empties clockwise, and goes around the face of the person who has to
        answer.
      </p>
    </section>
  );
}

/** A message in each state of its money. */
function messagesAt(now: number): readonly StatedMessage[] {
  const paid = { price: "12.00", creatorShare: "9.60", currency: "EUR" };
  const left = (hours: number) => ({
    sentAt: new Date(now - (WINDOW_HOURS - hours) * HOUR_MS).toISOString(),
    expiresAt: new Date(now + hours * HOUR_MS).toISOString(),
  });
  return [
    { status: "ESCROWED", ...paid, ...left(WINDOW_HOURS) },
    { status: "ESCROWED", ...paid, ...left(31) },
    { status: "ESCROWED", ...paid, ...left(3) },
    { status: "PENDING", ...paid, ...left(40) },
    { status: "COMPLETED", ...paid, ...left(20) },
    { status: "EXPIRED", ...paid, ...left(0) },
    { status: "DELIVERED", ...paid, price: null, creatorShare: null, ...left(24) },
  ];
}

function Notes({ now }: { readonly now: number }): VNode {
  return (
    <section aria-labelledby="notes">
      <h2 id="notes">The held note</h2>
      <div class="grid">
        {messagesAt(now).map((message) => (
          <Note key={message.status + message.expiresAt} {...{ message, role: "fan" }} label={message.status}>
            <Written text="My starter smells like paint. Is it dead, or only hungry?" />
          </Note>
        ))}
      </div>
      <h2>Both ends of the money</h2>
      <ul class="fork">
        <li class="good">
          <Ring state="answered" />
          <span>
            Mara replies <span class="fine">Mara gets €9.60</span>
          </span>
        </li>
        <li class="back">
          <Ring state="back" />
          <span>
            No reply in time <span class="fine">€12.00 is back in your wallet</span>
          </span>
        </li>
      </ul>
    </section>
  );
}

function Buttons(): VNode {
  return (
    <section class="card" aria-labelledby="buttons">
      <h2 id="buttons">Buttons</h2>
      <p class="actions">
        <Button kind="primary">Primary</Button>
        <Button>Plain</Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="danger">Danger</Button>
        <Button kind="primary" busy>
          Sending
        </Button>
        <Button busy>Saving</Button>
        <Button blocked="It cannot be used now">Disabled</Button>
      </p>
      <p class="chips">
        <Button pressed>€12.00</Button>
        <Button pressed={false}>€24.00</Button>
      </p>
      <p class="actions">
        <a class="tag" href="/discover">
          <Icon name="music" /> A tag
        </a>
        <span class="count">3</span>
      </p>
      <p class="row">
        {ICON_NAMES.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </p>
    </section>
  );
}

function Fields(): VNode {
  return (
    <section class="card" aria-labelledby="fields">
      <h2 id="fields">Fields</h2>
      <Field label="Name" name="name" value="Cleo" hint="As others see it" />
      <Field label="Price" name="price" inputMode="decimal" value="5,005" problem="Two decimals at most" />
      <TextField label="Message" name="message" value="שלום Cleo" maxLength={2000} rows={3} />
      <Choice label="Reply within" name="window" value="48" options={["24", "48", "72"].map((value) => ({ value, text: `${value} h` }))} />
      <label class="check">
        <input type="checkbox" checked /> I take messages
      </label>
      <label class="option">
        <input type="radio" name="kind" checked /> Paid
      </label>
      <label class="option">
        <input type="radio" name="kind" /> Free
      </label>
    </section>
  );
}

/** What is typed is not read here, since the page has no script. */
function Prices(): VNode {
  const typed = () => undefined;
  const range = { minimum: "0.50", maximum: "10000.00" };
  return (
    <section class="card" aria-labelledby="prices">
      <h2 id="prices">Amounts</h2>
      <AmountField label="Empty" name="empty" value="" range={range} onTyped={typed} />
      <AmountField label="Readable" name="readable" value="12.00" hint="In your wallet" onTyped={typed} />
      <AmountField label="Refused" name="refused" value="12.00" problem="That is above your limit" onTyped={typed} />
      <AmountField label="Unreadable" name="unreadable" value="twelve" onTyped={typed} />
      <PriceChoice value={{ isPaid: true, typed: "5.00" }} range={range} commissionRate={0.2} change={typed} />
    </section>
  );
}

function Covers(): VNode {
  return (
    <section aria-labelledby="covers">
      <h2 id="covers">Covers</h2>
      <div class="grid">
        {TEMPLATE_NAMES.map((template) => (
          <Cover key={template} username={template} template={template} />
        ))}
      </div>
    </section>
  );
}

function Lists(): VNode {
  return (
    <section class="card" aria-labelledby="lists">
      <h2 id="lists">Tabs, rows and facts</h2>
      <Tabs label="Kinds" tabs={["Open", "Answered", "All"].map((text, index) => ({ href: "#lists", text, isCurrent: index === 0 }))} />
      <ul class="list">
        <Row href="/discover" end={<Money amount="12.00" currency="EUR" />}>
          <Name>Mara</Name>
          <span class="preview">My starter smells like paint since Tuesday, and it hardly rises.</span>
        </Row>
        <Row href={null} end={<Badge kind="good">Answered</Badge>}>
          <Name>מאיה</Name>
          <span class="hint">Without a link</span>
        </Row>
      </ul>
      <Facts
        of={[
          ["Amount", <Money key="amount" amount="12.00" currency="EUR" />],
          ["Sent", <Time key="sent" at={SENT_AT} />],
        ]}
      />
    </section>
  );
}

function Values(): VNode {
  return (
    <section class="card" aria-labelledby="values">
      <h2 id="values">Values</h2>
      <p>
        <Money amount="1234.50" currency="EUR" />, <Time at={SENT_AT} />, <Time at={SENT_AT} as="date" />,{" "}
        <Time at={SENT_AT} as="relative" />
      </p>
      <p class="actions">
        {BADGES.map((kind) => (
          <Badge key={kind} kind={kind}>
            {kind}
          </Badge>
        ))}
      </p>
      <p>
        <Name>מאיה</Name> wrote to <Name>Amélie</Name>:
      </p>
      <Written text={"هل يمكنك الرد اليوم؟"} />
      <p class="actions">
        {NAMES.map((name) => (
          <Avatar key={name} url={null} name={name} size={40} />
        ))}
        <Avatar url={null} name="Cleo Marchetti" size={32} />
        <Avatar url={null} name="Cleo Marchetti" size={96} />
      </p>
    </section>
  );
}
