/**
 * Tests which modules open the words of a sealed revision or an edition: the list is here, with what each does with
 * them. A content that nobody opens cannot leave, since its words are private to its class.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import { SealedContent } from '../services/standards/revision/sealed-content.ts';
import type { Outline } from '../shared/revisioning/outline/outline.ts';

const sources = (service: string): { file: string; text: string }[] =>
  globSync(`services/${service}/**/*.ts`)
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file) && !file.includes('/score/'))
    .map((file) => ({
      file: file.replace(`services/${service}/`, ''),
      // Comments may name what the code must not.
      text: readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
    }));

/** The files of a service that have this name anywhere in their code, apart from the one that declares it. */
const usersOf = (service: string, name: RegExp, declaredIn: string): string[] =>
  sources(service)
    .filter(({ file, text }) => file !== declaredIn && name.test(text))
    .map(({ file }) => file)
    .sort();

/** Who opens a sealed revision, and what becomes of its words. */
const OPENERS: Readonly<Record<string, string>> = {
  // The presenters: words leave with the holds applied.
  'revision/present-documents.ts': 'markdown, comparison and amendment, without withheld words',
  'revision/present-proofs.ts': 'hashes, and the words of a clause that is not withheld',
  'actions/internal-revision-actions.ts':
    'words that another clause had, without withheld clauses of either revision',
  'customization/changelog-actions.ts': 'compared; rows leave through presentClauseSide',
  'customization/load-merge-plan.ts': 'compared; plans leave through presentPlan, merges as a working copy',
  'actions/working-copy-actions.ts': 'stored as a working copy, which leaves through presentWorkingCopy',
  // Those that answer with none of them.
  'revision/sealed-clauses.ts': 'compared, to find which clauses are held',
  'customization/standard-copier.ts': 'stored as a revision; held ones are refused',
  'adoption/actions.ts': 'compared with the next edition',
  // For the worklist: only a moderator of the page reads what it finds.
  'adoption/clause-copy-actions.ts': 'copies of held clauses in the global scope, for moderators',
};

/** Who reads the stored text of an edition, and what becomes of it. */
const EDITION_READERS: Readonly<Record<string, string>> = {
  'actions/adoption-actions.ts': 'leaves through presentEditionContent',
  'actions/proposal-actions.ts': 'compared with held clauses',
  'actions/worklist-actions.ts': 'the held text, only for a moderator of the page',
  'adoption/library-copy-job.ts': 'sent to standards, which withholds it',
  'errata/affected-parts.ts': 'addresses',
  'revocations/held-clauses.ts': 'addresses and hashes',
};

describe('architecture §9: the words of a sealed revision leave only through the presenters', () => {
  it('a sealed content is opened only by the named files', () => {
    const users = usersOf('standards', /\b(openContent|SealedContent\.open)\b/, 'revision/sealed-content.ts');
    assert.deepEqual(users, Object.keys(OPENERS).sort());
  });

  it('its stored form is read by its repository, and by the search index, which withholds words itself', () => {
    const inFile = 'revision/content-repository.ts';
    assert.deepEqual(usersOf('standards', /\brevisionContentCollection\b/, 'revision/model.ts'), [
      'lifecycle/standard-deletion.ts',
      inFile,
    ]);
    assert.deepEqual(usersOf('standards', /\btakePacked\b/, inFile), ['search/index-feed.ts']);
    assert.deepEqual(usersOf('standards', /\bdecompressText\b/, ''), [
      // Identities alone.
      'holds/repository.ts',
      inFile,
      'search/content-rows.ts',
      'working-copy/version-storage.ts',
    ]);
  });

  it('nothing of a content that is not opened is in an answer', () => {
    const outline: Outline = {
      elements: [{ element_id: 1, address: '1', kind: 'clause', toc_content: 'Heading', content: 'Words' }],
      fields: [],
    };
    const content = new SealedContent(outline);
    assert.equal(JSON.stringify({ content, ...content }).match(/Heading|Words/), null);
    assert.deepEqual(content.places, [{ element_id: 1, address: '1' }]);
  });

  it('the text of an edition is read only by the named files', () => {
    const users = usersOf('wiki-moderation', /\bparseEditionContent\b/, 'adoption/edition-content.ts');
    assert.deepEqual(users, Object.keys(EDITION_READERS).sort());
  });
});
