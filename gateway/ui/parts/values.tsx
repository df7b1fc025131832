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

const CHIP_TONES = { neutral: "", good: "good", warn: "held", danger: "bad" } as const;

/** A state in one word. */
export function Badge({ kind, children }: { readonly kind: keyof typeof CHIP_TONES; readonly children: ComponentChildren }): VNode {
  return <span class={`chip ${CHIP_TONES[kind]}`}>{children}</span>;
}

interface AvatarProps {
  readonly url: string | null;
  readonly name: string;
  /** Width and height in px. */
  readonly size: 32 | 40 | 96;
}

/** The content security policy forbids images of other hosts. */
const OWN_PICTURE = /^\/(?!\/)/;
const TINTS = 6;
const SIZES = { 32: "s", 40: "", 96: "xl" } as const;

/** A user's picture; without one, the initials of the name on one of six tinted grounds. */
export function Avatar({ url, name, size }: AvatarProps): VNode {
  if (url && OWN_PICTURE.test(url)) {
    const small = url.replace(/\/512\.webp$/, "/128.webp");
    const isLarge = size === 96;
    return (
      <img
        class={`face ${SIZES[size]}`}
        src={small}
        srcset={isLarge && small !== url ? `${small} 128w, ${url} 512w` : undefined}
        sizes={isLarge ? "136px" : undefined}
        width={size}
        height={size}
        alt=""
        loading={isLarge ? "eager" : "lazy"}
        decoding="async"
      />
    );
  }
  const tint = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TINTS;
  return (
    <span class={`face ${SIZES[size]} tint-${tint}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** First letters of the first and the last word, each with its marks. A word without letters counts when there is no other. */
function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? []);
  const ends = letters.length > 1 ? [letters[0], letters.at(-1)] : letters;
  return (ends.join("") || [...name.trim()].slice(0, 1).join("")).toUpperCase();
}
