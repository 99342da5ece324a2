/** The errors of a search that cannot be answered for the moment; they cross the thread of the search. */
export class SearchUnavailable extends Error {}

/** Says what to do. */
export const searchUnavailable = (): SearchUnavailable =>
  new SearchUnavailable('The search is not available for the moment. Try again in a few seconds.');
