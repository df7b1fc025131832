/**
 * White space, control and format characters, fillers and variation selectors. The Braille blank is listed because it lacks all these
 * properties.
 */
const INVISIBLE = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a text would look empty to a reader. */
export function isBlank(text: string): boolean {
  return INVISIBLE.test(text);
}
