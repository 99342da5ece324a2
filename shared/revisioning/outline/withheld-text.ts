/** What stands for the text of a withheld clause, in every format and for every reader. */
export const WITHHELD_TEXT = { content: '', toc_content: 'Withheld clause' } as const;
