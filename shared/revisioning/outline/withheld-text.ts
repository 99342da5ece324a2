/** What stands for the text of a withheld clause, in every format and for every reader (architecture §9). */
export const WITHHELD_TEXT = { content: '', toc_content: 'Withheld clause' } as const;
