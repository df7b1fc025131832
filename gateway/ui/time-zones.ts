interface TimeZoneOption {
  readonly value: string;
  readonly text: string;
}

/** Time zones by their cities, so that typing a city finds it, each with what its clocks are ahead of UTC at an instant. */
export function timeZoneOptions(zones: Iterable<string>, locale: string, at: Date): readonly TimeZoneOption[] {
  const options = [...new Set(zones)].map((value) => ({ value, text: textOf(value, locale, at) }));
  return options.sort((one, other) => one.text.localeCompare(other.text, locale));
}

function textOf(zone: string, locale: string, at: Date): string {
  const names = zone.replaceAll("_", " ").split("/");
  const about = [...names.slice(0, -1), offsetOf(zone, locale, at)].filter((part) => part !== "");
  return about.length === 0 ? zone : `${names.at(-1)} (${about.join(", ")})`;
}

/** Empty for a zone that the runtime does not know. */
function offsetOf(timeZone: string, locale: string, at: Date): string {
  try {
    const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "shortOffset" }).formatToParts(at);
    return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  } catch {
    return "";
  }
}
