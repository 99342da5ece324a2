/**
 * Which level of a hold withholds the text (decisions W5, W15, W16). A file of its own, so that the writers of
 * documents load no shapes.
 */

/** Whether a hold, or the notice of one, withholds the text: 1 is a notice, 2 withholds. */
export const withholdsText = ({ level }: { level: 1 | 2 }): boolean => level === 2;
