import type { ComponentChildren, VNode } from "preact";
import type { Locale } from "#libs/contracts/shared.ts";
import { useReader } from "./reader.tsx";

interface MoneyProps {
  /** Decimal with two decimals. */
  readonly amount: string;
  readonly currency: string;
}

/** An amount of money, in its own direction inside any sentence. */
export function Money({ amount, currency }: MoneyProps): VNode {
  return (
    <data value={amount} class="amount">
      <bdi>{useReader().formats.money(amount, currency)}</bdi>
    </data>
  );
}

interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** A deadline has weekday, time and zone; a date the day only. */
  readonly as?: "deadline" | "date" | "relative";
}

/** An instant in the reader's time zone. */
export function Time({ at, as = "deadline" }: TimeProps): VNode {
  const { formats, now } = useReader();
  const exact = formats.dateTime(at);
  const text = as === "deadline" ? formats.instant(at, now()) : as === "date" ? formats.date(at) : formats.relative(at, now());
  return (
    <time dateTime={at} title={exact}>
      {text}
    </time>
  );
}

/** A name inside a sentence of another language. */
export function Name({ children }: { readonly children: ComponentChildren }): VNode {
  return <bdi>{children}</bdi>;
}

interface WrittenProps {
  readonly text: string;
  /** Language of the text, when it is known to differ from the page. */
  readonly lang?: Locale | undefined;
}

/** User-written text, in the direction of its own language; line breaks are preserved. */
export function Written({ text, lang }: WrittenProps): VNode {
  return (
    <p class="written" dir="auto" lang={lang}>
      {text}
    </p>
  );
}

/** A state in one word. */
export function Badge({
  kind,
  children,
}: {
  readonly kind: "neutral" | "good" | "warn" | "danger";
  readonly children: ComponentChildren;
}): VNode {
  return <span class={`badge ${kind}`}>{children}</span>;
}

interface AvatarProps {
  readonly url: string | null;
  readonly name: string;
  /** Width and height in px. */
  readonly size: 32 | 40 | 96;
}

/** The content security policy forbids images of other hosts. */
const OWN_PICTURE = /^\/(?!\/)/;

/** A user's picture; without one, two letters on one of six backgrounds. */
export function Avatar({ url, name, size }: AvatarProps): VNode {
  if (url && OWN_PICTURE.test(url))
    return <img class="avatar" src={url} width={size} height={size} alt="" loading={size === 96 ? "eager" : "lazy"} decoding="async" />;
  const letters = [...name].slice(0, 2).join("").toUpperCase();
  const ground = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6;
  return (
    <svg class={`avatar ground-${ground}`} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="20" />
      <text x="20" y="20" text-anchor="middle" dominant-baseline="central" font-size="15">
        {letters}
      </text>
    </svg>
  );
}
