/** A person who has signed in on a device. */
export interface KnownPerson {
  /** Keyed hash of the user id, different on each device. */
  readonly person: string;
  /** When the device got to know the person, in milliseconds since 1970. Later sign-ins do not move it. */
  readonly since: number;
}

/** A browser or an application, as its own token describes it. */
export interface Device {
  readonly id: string;
  /** Who signed in last comes first. */
  readonly people: readonly KnownPerson[];
}

const MAX_PEOPLE = 5;

/**
 * The people of a device after a sign-in. An entry from before `devicesSince` begins anew, so its failures do too.
 * @param devicesSince of that user
 */
export function afterSignIn(people: readonly KnownPerson[], person: string, devicesSince: Date | undefined, now: Date): KnownPerson[] {
  const known = findKnown(people, person, devicesSince) ?? { person, since: now.getTime() };
  return [known, ...people.filter((each) => each.person !== person)].slice(0, MAX_PEOPLE);
}

/** The entry of a person; null when there is none, or when that person has forgotten older devices. */
export function findKnown(people: readonly KnownPerson[], person: string, devicesSince: Date | undefined): KnownPerson | null {
  return people.find((each) => each.person === person && each.since >= (devicesSince?.getTime() ?? 0)) ?? null;
}
