import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { Decision, type Meanwhile } from "../parts/decision.tsx";
import { Person, PersonName } from "../parts/person.tsx";

/** The maximum length of a reason that the interface accepts. */
export const MAX_REASON = 500;

/** A change of the state of a person. */
export interface Step {
  readonly verb: TextKey;
  /** What follows, of {name}. */
  readonly what: TextKey;
  readonly kind: "primary" | "danger";
  /** Who reads the reason; null: none is asked for. */
  readonly reason: "staff" | "person" | null;
  readonly keys?: string;
}

interface StepsProps<State extends string, Next extends State> {
  readonly userId: string;
  /** What changes its state, for the texts that were not sent. */
  readonly of: string;
  /** What is decided about, when that is not the person as a whole. */
  readonly about?: string;
  readonly now: State;
  /** The states that the interface allows. */
  readonly next: readonly Next[];
  readonly steps: Readonly<Record<Next, Step>>;
  readonly Shown: (props: { readonly state: State }) => VNode;
  send(to: Next, reason: string, idempotencyKey: string): Promise<unknown>;
  /** What is chosen with the reason. */
  fields?(to: Next): ComponentChildren;
  meanwhile(): Promise<Meanwhile | null>;
  /** @param to the state that was decided; null: a colleague has decided */
  changed(to: Next | null): void;
}

/** A button for each state that may follow, with the dialog of its decision. */
export function Steps<State extends string, Next extends State>(props: StepsProps<State, Next>): VNode | null {
  const { userId, of, about, now, next, steps, Shown, send, fields, meanwhile, changed } = props;
  const { t } = useReader();
  const [open, setOpen] = useState<Next | null>(null);
  const name = <PersonName userId={userId} />;
  const step = open === null ? null : steps[open];
  if (next.length === 0 && open === null) return null;
  return (
    <>
      <p class="actions">
        {next.map((to) => (
          <Button
            key={to}
            kind={steps[to].kind}
            onClick={() => setOpen(to)}
            {...(steps[to].keys !== undefined && { keys: steps[to].keys })}
          >
            {t(steps[to].verb)}
          </Button>
        ))}
      </p>
      {open !== null && step && (
        <Decision
          id={[`${of} ${open}`, userId]}
          title={<Title verb={t(step.verb)} of={about} userId={userId} />}
          verb={t(step.verb)}
          kind={step.kind}
          facts={[
            [t("page.support.asker"), <Person key="person" userId={userId} isPlain />],
            [
              t("page.console.state"),
              <span key="state">
                <Shown state={now} /> <span class="turns">→</span> <Shown state={open} />
              </span>,
            ],
          ]}
          fields={fields?.(open)}
          reason={step.reason && { readBy: <ReadBy reader={step.reason} name={name} />, maxLength: MAX_REASON }}
          send={(reason, key) => send(open, reason, key)}
          meanwhile={meanwhile}
          done={(isOwn) => changed(isOwn ? open : null)}
          close={() => setOpen(null)}
        >
          <Sentence of={step.what} parts={{ name }} />
        </Decision>
      )}
    </>
  );
}

interface TitleProps {
  readonly verb: string;
  /** What it is about; absent: the person as a whole. */
  readonly of?: string | undefined;
  readonly userId: string;
}

/** The title of a decision about a person: the verb, and what and whom it is about. */
export function Title({ verb, of, userId }: TitleProps): VNode {
  return (
    <>
      {verb}: {of !== undefined && `${of}, `}
      <PersonName userId={userId} />
    </>
  );
}

/** Who reads the reason of a decision. */
export function ReadBy({ reader, name }: { readonly reader: "staff" | "person"; readonly name: VNode }): VNode {
  const { t } = useReader();
  return reader === "staff" ? <span>{t("page.staffPeople.staffReads")}</span> : <Sentence of="page.console.readBy" parts={{ name }} />;
}
