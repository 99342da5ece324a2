/** The id of the HTML element of a clause, to which links to the clause lead. */

export const anchorOf = (address: string): string => `clause-${address}`;
