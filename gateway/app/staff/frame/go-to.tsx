import type { TargetedEvent, VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { go } from "../../client/navigation.ts";
import type { Place } from "../parts/staff.ts";

/** Choices that are shown at once. */
const SHOWN = 8;

interface GoToProps {
  /** Where the typed text may lead, the likeliest first. */
  placesFor(typed: string): readonly Place[];
  /** Where a pasted id leads. */
  lookUp(typed: string): Promise<readonly Place[]>;
}

/** A field that leads to a page by its name, or to what a page can find. Enter opens the first place, the arrows lead to the others. */
export function GoTo({ placesFor, lookUp }: GoToProps): VNode {
  const { t } = useReader();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState("");
  const wanted = typed.trim();
  const [looked, setLooked] = useState<{ readonly of: string; readonly places: readonly Place[] } | null>(null);
  const known = wanted === "" ? [] : placesFor(wanted).slice(0, SHOWN);
  const places = known.length === 0 && looked?.of === wanted ? looked.places : known;
  const leave = () => {
    setTyped("");
    (document.activeElement as HTMLElement | null)?.blur();
  };
  const open = async () => {
    const isAsked = places.length === 0 && wanted !== "";
    const found = isAsked ? await lookUp(wanted).catch(() => []) : places;
    if (isAsked) setLooked({ of: wanted, places: found });
    const [first] = found;
    if (!first || (isAsked && found.length > 1)) return;
    leave();
    go(first.href);
  };
  const onKeyDown = (event: TargetedEvent<HTMLFormElement, KeyboardEvent>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") leave();
    if (step === undefined) return;
    event.preventDefault();
    const stops = [...(form.current?.querySelectorAll<HTMLElement>("input, a") ?? [])];
    const now = stops.indexOf(document.activeElement as HTMLElement);
    stops[(now + step + stops.length) % stops.length]?.focus();
  };
  return (
    <search>
      <form
        ref={form}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <input
          id="go-to-field"
          type="search"
          autocomplete="off"
          aria-label={t("page.console.goTo")}
          placeholder={t("page.console.goToHint")}
          aria-keyshortcuts="/"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        {places.length > 0 && (
          <ul>
            {places.map(({ href, text }) => (
              <li key={href}>
                <a href={href} onClick={leave}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        )}
        <p role="status">{looked?.of === wanted && wanted !== "" && places.length === 0 && t("page.console.goToNothing")}</p>
      </form>
    </search>
  );
}
