/** Unit tests that the view of a held clause has none of its text. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import { LEVEL_2_NOTICE, withheldClauses } from '../holds/held-clauses.fixture.ts';
import { presentClause, presentElement } from './present-clauses.ts';
import { SealedContent } from './sealed-content.ts';

const outline: Outline = {
  elements: [
    { element_id: 1, address: '1', kind: 'section', toc_content: 'Scope', content: '' },
    { element_id: 2, address: '1.1', kind: 'clause', toc_content: 'Secret heading', content: 'Secret text' },
  ],
  fields: [],
};
const content = new SealedContent(outline);
const held = withheldClauses(2);

describe('the presenter of clauses', () => {
  it('a held clause keeps identity, address and depth, and nothing of its text leaves (R-144, R-145)', () => {
    const shown = content.present(held);
    assert.deepEqual(shown[0], outline.elements.map(presentElement)[0]);
    assert.deepEqual(shown[1], {
      element_id: 2,
      address: '1.1',
      content: '',
      toc_content: 'Withheld clause',
      depth: 2,
      attributes: {},
      moderation: LEVEL_2_NOTICE,
    });
    assert.ok(!JSON.stringify(shown).includes('Secret'));
    assert.ok(!JSON.stringify(content).includes('Secret'), 'not even by mistake');
    assert.ok(!JSON.stringify(presentClause(outline.elements[1] ?? null, held)).includes('Secret'));
  });

  it('without holds the clauses are returned as stored', () => {
    assert.deepEqual(content.present(new Map()), outline.elements.map(presentElement));
    assert.equal(content.present(new Map()), content.present(new Map()));
    assert.equal(presentClause(null, held), null);
  });
});
