/**
 * Texts for the resources of one test company: those that name their owner, so that a test sees whose text it reads,
 * and those of the 2010 ADA Standards, which people read as examples.
 */

export interface TenantTexts {
  /** The name of the company's founder. */
  person: string;
  company: string;
  category: string;
  standard: string;
  standardDescription: string;
  /** Heading of clause 1. */
  heading: string;
  /** Clause 1.1 in the first revision and in the second. */
  revisedClause: readonly [string, string];
  /** Clause 1.2. */
  clause: string;
  /** Summaries of both revisions. */
  revisions: readonly [string, string];
  /** The field of clause 1.1, a text. */
  textField: string;
  /** The field of clause 1.2, a range. */
  rangeField: { label: string; unit: string; values: readonly [string, string] };
  project: string;
  projectSummary: string;
  /** Summary of the draft after the published revision. */
  draftSummary: string;
  projectCity: string;
  projectRevision: string;
  datasheet: string;
  datasheetScope: string;
  comment: string;
  fileDescription: string;
  drawing: string;
  photograph: string;
  folder: string;
}

/** Summary of a project in its draft only. */
export const DRAFT_TEXT = 'Draft words';

/** Name of the datasheets of an owner. */
export const datasheetName = (owner: string): string => `Foundations of ${owner}`;

/** Texts with the name of their owner in each. */
export const textsNaming = (owner: string): TenantTexts => ({
  person: owner,
  company: `Company of ${owner}`,
  category: `Concrete of ${owner}`,
  standard: `Standard of ${owner}`,
  standardDescription: `About ${owner}`,
  heading: `Materials of ${owner}`,
  revisedClause: [
    `Cement of ${owner} shall be Portland cement.`,
    `Cement of ${owner} shall be blended cement.`,
  ],
  clause: `Concrete of ${owner} shall reach the strength given in the datasheet.`,
  revisions: [`First edition of ${owner}`, `Second edition of ${owner}`],
  textField: `Supplier of ${owner}`,
  rangeField: { label: `Compressive strength of ${owner}`, unit: 'MPa', values: ['30', '35'] },
  project: `Project of ${owner}`,
  projectSummary: `Summary of ${owner}`,
  draftSummary: `${DRAFT_TEXT} of ${owner}`,
  projectCity: `City of ${owner}`,
  projectRevision: `Issue of ${owner}`,
  datasheet: datasheetName(owner),
  datasheetScope: `Scope of ${owner}`,
  comment: `Question of ${owner}`,
  fileDescription: `File of ${owner}`,
  drawing: `plan of ${owner}`,
  photograph: `photo of ${owner}`,
  folder: `Folder of ${owner}`,
});

/** Doors of the 2010 ADA Standards for Accessible Design (404; public domain), in a library in Springfield. */
export const ACCESSIBLE_DOORS: TenantTexts = {
  person: 'Ada',
  company: 'Access Specifiers',
  category: 'Accessible routes',
  standard: 'Doors, Doorways, and Gates',
  standardDescription: 'Section 404 of the 2010 ADA Standards for Accessible Design',
  heading: 'Manual Doors, Doorways, and Manual Gates',
  revisedClause: [
    'Door openings shall provide a clear width of 32 inches (815 mm) minimum.',
    'Door openings shall provide a clear width of 32 inches (815 mm) minimum. Openings more than 24 inches (610 mm) deep shall provide a clear opening of 36 inches (915 mm) minimum.',
  ],
  clause:
    'Operable parts of such hardware shall be 34 inches (865 mm) minimum and 48 inches (1220 mm) maximum above the finish floor or ground.',
  revisions: ['First issue', 'Openings more than 24 inches deep'],
  textField: 'Manufacturer',
  rangeField: {
    label: 'Door and Gate Hardware – height of operable parts',
    unit: 'in',
    values: ['34', '36'],
  },
  project: 'City Library',
  projectSummary: 'Alterations of the main entrance',
  draftSummary: 'Alterations of the main entrance and the reading rooms',
  projectCity: 'Springfield',
  projectRevision: 'Issued for tender',
  datasheet: 'Entrance doors',
  datasheetScope: 'Ground floor',
  comment: 'Does the clear width apply to the book return as well?',
  fileDescription: 'Door schedule of the ground floor',
  drawing: 'A-601 door schedule',
  photograph: 'main entrance',
  folder: 'Drawings',
};

/** A page of the wiki: its title and its text. */
export interface PageTexts {
  title: string;
  content: string;
}

const page = (title: string, clauses: string): PageTexts => ({
  title,
  content: `---\ntitle: ${title}\n---\n\n${clauses}\n`,
});

export const CONCRETE_PAGE = page('Concrete code', '# 1 Scope\n\n1.1 Covers concrete.');

/** Section 606 of the 2010 ADA Standards. */
export const LAVATORIES_PAGE = page(
  'Lavatories and sinks',
  '# 1 Height\n\n1.1 Lavatories and sinks shall be installed with the front of the higher of the rim or counter surface 34 inches (865 mm) maximum above the finish floor or ground.',
);
