/** Maximum length of the markup of a standard, in characters (code points). */
export const MAX_MARKUP_CHARACTERS = 1_000_000;
