/**
 * Equality of labels, options and names: a letter with its accent is the same text as the two characters one after
 * the other (Unicode normalization form NFC). What is stored keeps the form in which it was sent.
 */

/** The form in which texts are compared. Most are in it already. */
export const composed = (text: string): string => text.normalize('NFC');

/** Whether two texts read the same. */
export const isSameText = (left: string, right: string): boolean =>
  left === right || composed(left) === composed(right);
