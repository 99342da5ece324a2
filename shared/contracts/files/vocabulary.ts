/** Words of files: the types of documents, and the review statuses in their order (decision F1). */

export const DOCUMENT_TYPES = [
  'drawing',
  'submittal',
  'rfi',
  'specification',
  'report',
  'photo',
  'other',
] as const;
/** In their order: a file moves forward one step at a time. */
export const REVIEW_STATUSES = ['draft', 'review', 'approved', 'obsolete'] as const;
