import { IDENTITY_FIELDS, type IdentityDocument, type IdentityFile, REQUIRED_FILES } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";

/** What a creator has written into the form of the identity check. A draft may lack everything. */
export interface IdentityValues {
  readonly legalName?: string | undefined;
  /** YYYY-MM-DD */
  readonly birthDate?: string | undefined;
  /** ISO 3166-1 alpha-2 */
  readonly country?: string | undefined;
  readonly address?: AddressValues | undefined;
  readonly documentKind?: IdentityDocument | undefined;
}

interface AddressValues {
  readonly line1?: string | undefined;
  readonly line2?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly city?: string | undefined;
}

/** The parts of an address that everybody has. */
const ADDRESS_PARTS = ["line1", "postalCode", "city"] as const;

/** Refuses a day of birth that does not exist, and people who are too young on a day (UTC). */
export function requireAge(birthDate: string, minAge: number, now: Date): void {
  if (Number.isNaN(Date.parse(birthDate)) || new Date(birthDate).toISOString().slice(0, 10) !== birthDate) {
    throw new AppError("error.validation_failed", {}, [{ message: "birthDate must be a day of the calendar" }]);
  }
  const [year = "", ...day] = birthDate.split("-");
  // Who is born on 29 February comes of age on 1 March in a year without that day.
  const comesOfAge = [String(Number(year) + minAge), ...day].join("-");
  if (comesOfAge > now.toISOString().slice(0, 10)) {
    throw new AppError("creator.kyc.under_age", { age: minAge }, [{ message: `birthDate must be at least ${minAge} years ago` }]);
  }
}

/** Refuses fields and files that lack something, and names all of it. */
export function requireComplete(values: IdentityValues, files: readonly IdentityFile[]): void {
  const { address = {}, documentKind } = values;
  const missing = [
    ...IDENTITY_FIELDS.filter((field) => field !== "address" && values[field] === undefined),
    ...ADDRESS_PARTS.filter((part) => address[part] === undefined),
    ...(documentKind ? REQUIRED_FILES[documentKind].filter((file) => !files.includes(file)) : []),
  ];
  if (missing.length === 0) return;
  throw new AppError(
    "creator.kyc.incomplete",
    {},
    missing.map((field) => ({ message: `${field} is required` })),
  );
}
