/** Prints a row of the table. */
export const print = (name: string, ...figures: string[]) => console.log(`| ${name} | ${figures.join(" | ")} |`);

export const ms = (value: number | undefined) => `${(value ?? 0).toFixed(1)} ms`;

export const quantile = (sorted: readonly number[], part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

/** A figure and whether it is within its bound. */
export const within = (value: number, most: number, unit: string, digits = 0): string =>
  `${value.toFixed(digits)} ${unit}, ${value <= most ? "within" : "ABOVE"} ${most} ${unit}`;
