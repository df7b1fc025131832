import type { VNode } from "preact";
import { AppError } from "#libs/errors/app-error.ts";
import { Button, Choice, Empty, Field, Problem, Skeleton, TextField } from "../ui/parts/controls.tsx";
import { Avatar, Badge, Money, Name, Time, Written } from "../ui/parts/values.tsx";
import type { Page } from "./page.ts";

const SENT_AT = "2026-01-15T13:00:00.000Z";
const BADGES = ["neutral", "good", "warn", "danger"] as const;

/** Every component in every state, for developers of pages; not in production. */
export const design: Page = {
  path: "/design",
  shell: "public",
  view({ site, t }) {
    if (site.production) throw new AppError("error.not_found");
    return {
      title: "Design",
      noindex: true,
      main: (
        <>
          <h1>Design</h1>
          <Controls />
          <Values />
          <section aria-labelledby="states">
            <h2 id="states">States</h2>
            <Problem>{t("page.error.offline")}</Problem>
            <Empty action={<a href="/discover">{t("page.home.find")}</a>}>Nobody has written yet.</Empty>
            <Skeleton lines={3} />
          </section>
        </>
      ),
    };
  },
};

function Controls(): VNode {
  return (
    <section aria-labelledby="controls">
      <h2 id="controls">Controls</h2>
      <p class="actions">
        <Button kind="primary">Primary</Button>
        <Button>Plain</Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="danger">Danger</Button>
        <Button kind="primary" busy>
          Busy
        </Button>
        <Button disabled>Disabled</Button>
      </p>
      <Field label="Name" name="name" value="Cleo" hint="As others see it" />
      <Field label="Price" name="price" inputMode="decimal" value="5,005" problem="Two decimals at most" />
      <TextField label="Message" name="message" value="שלום Cleo" maxLength={2000} />
      <Choice label="Reply within" name="window" value="48" options={["24", "48", "72"].map((value) => ({ value, text: `${value} h` }))} />
    </section>
  );
}

function Values(): VNode {
  return (
    <section aria-labelledby="values">
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
        {(["Cleo", "Amélie", "Ян", "雪", "Zoë", "Noor"] as const).map((name) => (
          <Avatar key={name} url={null} name={name} size={40} />
        ))}
      </p>
    </section>
  );
}
