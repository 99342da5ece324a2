/** Limit of a markup that a service takes (S22). */

/** Longest markup, in characters (code points). */
export const MAX_MARKUP_CHARACTERS = 1_000_000;
