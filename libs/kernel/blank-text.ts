/** White space, control and format characters, fillers and variation selectors; the blank of Braille has none of these properties. */
const INVISIBLE = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a reader would see nothing of a text. */
export function isBlank(text: string): boolean {
  return INVISIBLE.test(text);
}
