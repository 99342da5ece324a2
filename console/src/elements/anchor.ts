/** Where in a document a clause stands. */

/** The id of the element of a clause, by its address. */
export const anchorOf = (address: string): string => `clause-${address}`;
