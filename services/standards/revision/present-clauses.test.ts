import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { Outline } from '../../../shared/revisioning/outline.ts';
import { WITHHOLDING, withheldClauses } from '../holds/held-clauses.fixture.ts';
import { presentClause, presentClauses, presentElement, presentFields } from './present-clauses.ts';

const outline: Outline = {
  elements: [
    { element_id: 1, address: '1', kind: 'section', toc_content: 'Scope', content: '' },
    { element_id: 2, address: '1.1', kind: 'clause', toc_content: 'Secret heading', content: 'Secret text' },
  ],
  fields: [],
};
const content = { outline, elements: outline.elements.map(presentElement), fields: presentFields(outline) };
const held = withheldClauses(2);

describe('the presenter of clauses', () => {
  it('R-144, R-145: a held clause keeps identity, address and depth, and nothing of its text leaves', () => {
    const shown = presentClauses(content, held);
    assert.deepEqual(shown[0], content.elements[0]);
    assert.deepEqual(shown[1], {
      element_id: 2,
      address: '1.1',
      content: '',
      toc_content: 'Withheld clause',
      depth: 2,
      attributes: {},
      moderation: WITHHOLDING,
    });
    assert.ok(!JSON.stringify(shown).includes('Secret'));
    assert.ok(!JSON.stringify(presentClause(outline.elements[1] ?? null, held)).includes('Secret'));
  });

  it('without holds the clauses are returned as stored', () => {
    assert.equal(presentClauses(content, new Map()), content.elements);
    assert.equal(presentClause(null, held), null);
  });
});
