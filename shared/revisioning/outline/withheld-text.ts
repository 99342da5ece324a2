/** The heading and text that are shown in place of a withheld clause, in every format and to every reader. */
export const WITHHELD_TEXT = { content: '', toc_content: 'Withheld clause' } as const;
