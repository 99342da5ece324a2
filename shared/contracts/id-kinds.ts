/**
 * Kinds of ids: the type of resource that an id in a contract refers to. Declared with each id of an
 * endpoint, for OpenAPI, MCP and generated requests.
 */
export type IdKind =
  | 'user'
  | 'company'
  /** Of a company to an email address, for its administrators. */
  | 'invitation'
  /** The same for the account that is invited. */
  | 'ownInvitation'
  /** To a project. */
  | 'projectInvitation'
  | 'sponsorshipRequest'
  | 'key'
  /** Of a browser, of the own account. */
  | 'session'
  | 'notification'
  /** A version of the contributor agreement. */
  | 'agreement'
  | 'standard'
  | 'standardRevision'
  | 'element'
  /** A datasheet field of a standard. */
  | 'field'
  /** Of a merge plan; in requests also an address of its conflicts. */
  | 'mergeConflict'
  /** Of a standard, by its name. */
  | 'image'
  | 'category'
  | 'library'
  | 'tag'
  | 'project'
  | 'projectRevision'
  /** Words with a fixed list. */
  | 'vertical'
  | 'projectStatus'
  | 'commentResolution'
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
  | 'erratum'
  /** Of an account on a wiki page. */
  | 'wikiRole'
  | 'moderationLogEntry'
  /** Of the moderation worklist. */
  | 'matter'
  /** Slugs of a wiki library and of a page in it. */
  | 'librarySlug'
  | 'standardSlug'
  /** An adopted edition of a page, by its number. */
  | 'editionNumber'
  /** Not used in requests. */
  | 'adoption'
  | 'searchEvent'
  | 'batch'
  | 'auditEntry'
  /** A company, a project or an account, by the `subject_type` sent with it. */
  | 'subject'
  /** By the `resource_type`, `kind` or `anchorType` sent with it. */
  | 'resource';
