import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import type { Formats } from "#gateway/ui/formats.ts";
import { useReader } from "#gateway/ui/parts/reader.tsx";

/** A number of each day of a period, and of the corresponding day one period earlier. */
export interface DayNumber {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly now: number;
  readonly before: number;
}

interface PlotProps {
  /** Name of the counted quantity. */
  readonly what: string;
  readonly rows: readonly DayNumber[];
}

/** The numbers of a period as lines, and the same numbers as a table. */
export function Plot({ what, rows }: PlotProps): VNode {
  const { t, formats } = useReader();
  const [from, to] = [rows[0]?.day ?? "", rows.at(-1)?.day ?? ""];
  const caption = t("page.numbers.caption", { what, from: formats.day(from), to: formats.day(to) });
  return (
    <figure class="card">
      <figcaption>{caption}</figcaption>
      <Lines rows={rows} />
      <p class="legend" aria-hidden="true">
        <span>{t("page.numbers.now")}</span>
        <span class="before">{t("page.numbers.before")}</span>
      </p>
      <details>
        <summary>{t("page.numbers.table")}</summary>
        <table class="numbers">
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t("page.numbers.day")}</th>
              <th scope="col">{t("page.numbers.now")}</th>
              <th scope="col">{t("page.numbers.before")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ day, now, before }) => (
              <tr key={day}>
                <th scope="row">{formats.day(day, "short")}</th>
                <td>{formats.number(now)}</td>
                <td>{formats.number(before)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

const DARK = "(prefers-color-scheme: dark)";

function Lines({ rows }: Pick<PlotProps, "rows">): VNode {
  const { formats } = useReader();
  const place = useRef<HTMLDivElement>(null);
  const [isDark, setDark] = useState(() => matchMedia(DARK).matches);
  useEffect(() => {
    const scheme = matchMedia(DARK);
    const changed = () => setDark(scheme.matches);
    scheme.addEventListener("change", changed);
    return () => scheme.removeEventListener("change", changed);
  }, []);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const size = () => ({ width: element.clientWidth, height: element.clientHeight });
    const plot = new uPlot({ ...size(), ...options(rows, formats, element) }, dataOf(rows), element);
    const watch = new ResizeObserver(() => plot.setSize(size()));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [rows, isDark]);
  // Time runs from left to right in every language. The table has the same numbers for screen readers.
  return <div ref={place} class="plot" dir="ltr" aria-hidden="true" />;
}

/** Points of three lines: the finished days of the period, its last day, which has not ended, and the period before. */
function dataOf(rows: readonly DayNumber[]): uPlot.AlignedData {
  const last = rows.length - 1;
  return [
    rows.map((_, index) => index),
    rows.map(({ now }, index) => (index < last ? now : null)),
    rows.map(({ now }, index) => (index < last - 1 ? null : now)),
    rows.map(({ before }) => before),
  ];
}

/** The value of a colour token in the present scheme; its own text names those of both. */
function colourIn(place: HTMLElement, name: string): string {
  place.style.color = `var(--${name})`;
  const { color } = getComputedStyle(place);
  place.style.color = "";
  return color;
}

function options(rows: readonly DayNumber[], formats: Formats, place: HTMLElement): Omit<uPlot.Options, "width" | "height"> {
  const colour = (name: string) => colourIn(place, name);
  const axis = {
    stroke: colour("muted"),
    font: "13px system-ui, sans-serif",
    grid: { stroke: colour("line"), width: 1 },
    ticks: { show: false },
  };
  const days = (positions: readonly number[]) => positions.map((position) => formats.day(rows[position]?.day ?? "", "short"));
  const line = { width: 2, points: { show: false } };
  return {
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false }, y: { range: (_plot, _least, most) => [0, Math.max(4, Math.ceil(most * 1.1))] } },
    axes: [
      { ...axis, grid: { show: false }, size: 32, space: 72, incrs: [1, 2, 3, 7, 14, 30], values: (_plot, positions) => days(positions) },
      {
        ...axis,
        space: 40,
        size: 56,
        incrs: [1, 2, 5].flatMap((step) => Array.from({ length: 9 }, (_, power) => step * 10 ** power)).sort((a, b) => a - b),
        values: (_plot, values) => values.map((value) => formats.number(value)),
      },
    ],
    series: [
      {},
      { ...line, stroke: colour("good") },
      { ...line, stroke: colour("good"), dash: [2, 4] },
      { ...line, stroke: colour("control"), dash: [8, 6] },
    ],
  };
}
