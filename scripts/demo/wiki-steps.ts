/** UK Approved Document K becomes a wiki page, an adopted edition, a library standard, and part of the project. */
import { setTimeout as delay } from 'node:timers/promises';
import { serialiseMarkup } from '../../shared/markup/serialise.ts';
import type { Client } from '../rest-client/client.ts';
import { listOf, numberOf, objectOf, textOf } from '../rest-client/json.ts';
import { loadDocument } from './documents.ts';
import { type Administrator, check, type Report } from './report.ts';
import type { WrittenStandard } from './standard-steps.ts';

export async function adoptFromWiki(
  anyone: Client,
  administrator: Administrator,
  { author }: WrittenStandard,
  projectId: number,
  report: Report,
): Promise<void> {
  const session = await anyone.session('account.login', { email: administrator.email, password: administrator.password });
  const agreement = await session.get('/api/account/cla');
  await session.post('/api/account/cla/accept', { document_id: numberOf(agreement, 'id') });
  const slug = `building-regulations-${Date.now().toString(36)}`;
  await session.post('/api/admin/wiki/libraries', { slug, name: `Building regulations ${slug.slice(-4)}` });
  const { title, elements } = loadDocument('uk-approved-document-k');
  const content = serialiseMarkup({
    frontmatter: {
      title: `${title} (${slug.slice(-4)})`,
      description: 'Contains public sector information licensed under the Open Government Licence v3.0.',
    },
    elements: elements.map(({ address, toc_content, content: text, attributes }) => ({
      address: String(address),
      kind: kindOf(attributes),
      toc_content: String(toc_content),
      content: String(text),
    })),
    fields: [],
  });
  const page = await session.post('/api/wiki/standards', { librarySlug: slug, title, content });
  const pageId = textOf(page, 'id');
  const [revision] = listOf(await anyone.get(`/api/wiki/standards/${pageId}/revisions`), 'revisions');
  report('Wiki page written', `${title}: ${elements.length} elements, readable by anybody`);

  await session.post(`/api/wiki/standards/${pageId}/direct-adopt`, { sourceRevisionId: textOf(revision ?? {}, 'id') });
  const edition = await untilCopied(anyone, pageId);
  report('Edition adopted', `edition ${String(edition)} copied into the global library in the background`);

  const found = listOf(
    await author.get(`/api/standards?subject_type=global&search=${encodeURIComponent(slug.slice(-4))}`),
    'standards',
  );
  const [standard] = found;
  if (!standard) throw new Error('the library copy is not in the list');
  check(
    listOf(await author.get(`/api/standards/${numberOf(standard, 'id')}`), 'elements').length === elements.length,
    'the library copy is whole',
  );
  await author.post(`/api/projects/${projectId}/draft/create`, {});
  await author.post(`/api/projects/${projectId}/standards`, { action: 'import', standardId: numberOf(standard, 'id') });
  const held = listOf(await author.get(`/api/projects/${projectId}/standards`), 'standards');
  check(held.length === 2, 'the project holds both standards');
  report(
    'Edition imported',
    `the project holds ${held.map((row) => `${textOf(row, 'name')} ${textOf(objectOf(row, 'standard_revision'), 'code')}`).join(' and ')}`,
  );
}

function kindOf(attributes: unknown): 'section' | 'clause' | 'note' {
  if (typeof attributes !== 'object' || attributes === null) return 'clause';
  return 'inToc' in attributes ? 'section' : 'isNote' in attributes ? 'note' : 'clause';
}

/** Adoption copies in the background: asks until it is done. */
async function untilCopied(anyone: Client, pageId: string): Promise<number> {
  for (let asked = 0; asked < 100; asked += 1) {
    const [row] = listOf(await anyone.get(`/api/wiki/standards/${pageId}/adopted`), 'adopted_revisions');
    if (row?.syncStatus === 'done') return numberOf(row, 'revision_number');
    if (row?.syncStatus === 'failed') throw new Error(`the adoption failed: ${String(row.last_error)}`);
    await delay(100);
  }
  throw new Error('the adopted edition was not copied within 10 s');
}
