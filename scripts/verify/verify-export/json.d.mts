/** A name or id of a file for people: a text as it is. */
export function nameOf(value: unknown): string;
