/** Test fixture: global standards that are library copies of wiki pages (`standards.adoptEdition`). */
import { randomUUID } from 'node:crypto';
import type { InputOf } from '../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../shared/contracts/index.ts';
import { wikiService } from '../../test/people.ts';
import type { TestNode } from '../../test/service-node.ts';

const COMMUNITY = { id: randomUUID(), name: 'Community' };

interface AdoptedStandard {
  id: number;
  revision: { id: number; code: string };
  /** The wiki page, and the edition that was copied. */
  wiki: { standard_id: string; adopted_revision_id: string };
}

/** A global standard of one clause, as the library copy of a page; or the copy of a further edition. */
export async function adoptStandard(
  node: TestNode,
  title: string,
  page: string = randomUUID(),
  more: Partial<InputOf<EndpointMap['standards.adoptEdition']>> = {},
): Promise<AdoptedStandard> {
  const wiki = { standard_id: page, adopted_revision_id: randomUUID() };
  const { standard_id, revision } = await node.call(wikiService, 'standards.adoptEdition', {
    wiki,
    library: COMMUNITY,
    title,
    description: '',
    category_path: [],
    tag_ids: [],
    edition_number: 1,
    elements: [{ address: '1', kind: 'clause', toc_content: '', content: `About ${title}.` }],
    fields: [],
    ...more,
  });
  return { id: standard_id, revision, wiki };
}
