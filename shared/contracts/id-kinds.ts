/** What an id is an id of: the contract says it, and nobody has to guess from the name of a parameter or member. */
export type IdKind =
  | 'user'
  | 'company'
  /** Of a company to an address without an account. */
  | 'invitation'
  | 'key'
  | 'notification'
  /** A version of the contributor agreement. */
  | 'agreement'
  | 'standard'
  | 'standardRevision'
  | 'element'
  /** A datasheet field of a standard. */
  | 'field'
  | 'category'
  | 'library'
  | 'tag'
  | 'project'
  | 'projectRevision'
  /** Words that are the same for everybody. */
  | 'vertical'
  | 'projectStatus'
  | 'datasheet'
  | 'datasheetRevision'
  | 'file'
  | 'folder'
  | 'comment'
  | 'wikiCategory'
  | 'wikiStandard'
  | 'wikiRevision'
  | 'wikiLibrary'
  | 'edition'
  /** A wiki library, and a page in it, by the words of their address. */
  | 'librarySlug'
  | 'standardSlug'
  /** An adopted edition of a page, by its number. */
  | 'editionNumber'
  /** What happened: no request names it. */
  | 'adoption'
  | 'batch'
  | 'auditEntry'
  /** What the `subject_type` beside it says: a company, a project or an account. */
  | 'subject'
  /** What the `resource_type` or `kind` beside it says. */
  | 'resource';
