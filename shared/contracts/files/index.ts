/** The contracts of files. */
export const files = {} as const;
