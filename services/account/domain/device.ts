/** A person who has signed in on a device. */
export interface KnownPerson {
  /** Keyed hash of the user id, different on each device. */
  readonly person: string;
  /** The `devicesSince` of the person at the sign-in, in milliseconds since 1970; 0 for none. With another one the entry is void. */
  readonly since: number;
}

/** A browser or an application, as its own token describes it. */
export interface Device {
  readonly id: string;
  /** Who signed in last comes first. */
  readonly people: readonly KnownPerson[];
}

const MAX_PEOPLE = 5;

const sinceOf = (devicesSince: Date | undefined): number => devicesSince?.getTime() ?? 0;

/**
 * The people of a device after a sign-in. An entry from before the person forgot all devices begins anew, so its failures do too.
 * @param devicesSince of the user whose sign-in was proven
 */
export function afterSignIn(people: readonly KnownPerson[], person: string, devicesSince: Date | undefined): KnownPerson[] {
  return [{ person, since: sinceOf(devicesSince) }, ...people.filter((each) => each.person !== person)].slice(0, MAX_PEOPLE);
}

/**
 * The entry of a person; null when there is none, or when that person has forgotten the devices since. No times are compared: a sign-in that
 * was proven before may end after.
 */
export function findKnown(people: readonly KnownPerson[], person: string, devicesSince: Date | undefined): KnownPerson | null {
  return people.find((each) => each.person === person && each.since === sinceOf(devicesSince)) ?? null;
}
