/**
 * Test fixture: adopts an edition through the internal action of standards, without a wiki page, which is the
 * shortest way to a global standard.
 */
import { randomUUID } from 'node:crypto';
import type { InputOf } from '../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../shared/contracts/index.ts';
import { wikiService } from '../people.ts';
import { PLAIN_FIELD } from '../plain-field.ts';
import type { TestNode } from '../service-node.ts';

const TEST_LIBRARY = { id: randomUUID(), name: 'Test library' };

export type Edition = InputOf<EndpointMap['standards.adoptEdition']>;
export type EditionField = Edition['fields'][number];
/** Members of an edition with the ids of its page and of itself; by default it is the first of a new page. */
export type EditionInput = Partial<Omit<Edition, 'wiki'>> & { page?: string; edition?: string };
type Element = Edition['elements'][number];

/** A field of an edition. */
export const editionField = (
  field: Partial<EditionField> & Pick<EditionField, 'element_address' | 'label'>,
): EditionField => ({ ...PLAIN_FIELD, options: [], ...field });

export const section = (address: string, toc_content: string, content = ''): Element => ({
  address,
  kind: 'section',
  toc_content,
  content,
});

export const clause = (address: string, content: string, toc_content = ''): Element => ({
  address,
  kind: 'clause',
  toc_content,
  content,
});

/** An edition of a page, with defaults for omitted members. */
export const buildEdition = ({
  page = randomUUID(),
  edition = randomUUID(),
  title = `Page ${page.slice(0, 8)}`,
  ...more
}: EditionInput): Edition => ({
  wiki: { standard_id: page, adopted_revision_id: edition },
  library: TEST_LIBRARY,
  title,
  description: '',
  category_path: ['Concrete'],
  tag_ids: [],
  edition_number: 1,
  elements: [clause('1', `About ${title}.`)],
  fields: [],
  ...more,
});

/** Adopts an edition, which creates or updates a global standard. */
export async function adoptEdition(node: TestNode, input: EditionInput) {
  const built = buildEdition(input);
  const { standard_id, revision } = await node.call(wikiService, 'standards.adoptEdition', built);
  const { standard_id: page, adopted_revision_id: edition } = built.wiki;
  return { page, edition, standardId: standard_id, revision };
}
