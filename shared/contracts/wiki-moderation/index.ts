/** The contracts of wiki-moderation. */
export const wikiModeration = {} as const;
