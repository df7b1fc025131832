import { catalogue, type ErrorKey } from "./catalogue/index.ts";

/** Key of the text of an error. Staff read another one where the error is about the object of another person. */
export function textKeyOf(key: ErrorKey, isForStaff: boolean): string {
  return isForStaff && "forStaff" in catalogue[key] ? `${key}.forStaff` : key;
}
