import { randomBytes } from "#libs/kernel/random.ts";
import { constantTimeEqual, hmacBase64Url, hmacHex } from "#libs/kernel/secrets.ts";
import { afterSignIn, type Device, findKnown, type KnownPerson } from "../domain/device.ts";
import type { User } from "../domain/user.ts";

/** What a request says about its device. */
export interface DeviceProof {
  readonly deviceCookie?: string | undefined;
  /** Of clients without cookies. */
  readonly deviceToken?: string | undefined;
}

/** Makes and reads the tokens of devices. */
export interface Devices {
  /** The device of a request; a new one, which knows no person, unless its token was sealed here. */
  read(proof: DeviceProof): Device;
  /** The entry of a user on a device; null when the device does not know the user. */
  entryOf(device: Device, user: DeviceUser): KnownPerson | null;
  /** The token of a device after a sign-in of a user. */
  tokenFor(device: Device, user: DeviceUser): string;
  /** Keyed hash of a device, as a session stores it. */
  hashOf(device: Device): string;
}

type DeviceUser = Pick<User, "_id" | "devicesSince">;

const ID_BYTES = 16;
/** `<id>(.<person>.<since in base 36>)*.<seal>` */
const FORM = /^(([\w-]{22})((?:\.[\w-]{22}\.[0-9a-z]{1,10}){1,5}))\.([\w-]{43})$/;
const PERSON_LENGTH = 22;

/** The seal proves that a token was issued here, as that of an admin cookie does. Each purpose has a key of its own. */
export function createDevices(key: string): Devices {
  const sealKey = hmacBase64Url(key, "device token");
  const personKey = hmacBase64Url(key, "person on a device");
  const personOn = (deviceId: string, userId: string) => hmacBase64Url(personKey, `${deviceId}.${userId}`).slice(0, PERSON_LENGTH);
  return {
    read({ deviceCookie, deviceToken }) {
      const [, text = "", id = "", people = "", seal = ""] = FORM.exec(deviceCookie ?? deviceToken ?? "") ?? [];
      const isOurs = text !== "" && constantTimeEqual(seal, hmacBase64Url(sealKey, text));
      return isOurs ? { id, people: peopleIn(people) } : { id: randomBytes(ID_BYTES).toString("base64url"), people: [] };
    },
    entryOf: ({ id, people }, { _id, devicesSince }) => findKnown(people, personOn(id, _id), devicesSince),
    tokenFor({ id, people }, { _id, devicesSince }) {
      const known = afterSignIn(people, personOn(id, _id), devicesSince);
      const text = [id, ...known.flatMap(({ person, since }) => [person, since.toString(36)])].join(".");
      return `${text}.${hmacBase64Url(sealKey, text)}`;
    },
    hashOf: ({ id }) => hmacHex(key, `device:${id}`),
  };
}

/** @param text `(.<person>.<since in base 36>)*` */
function peopleIn(text: string): KnownPerson[] {
  const parts = text.split(".").slice(1);
  return parts.flatMap((person, at) => (at % 2 === 0 ? [{ person, since: Number.parseInt(parts[at + 1] ?? "", 36) }] : []));
}
