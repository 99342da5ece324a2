/** Unit test that the page of a project in markdown says below a list that it was cut. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { projectPage } from './project-page.ts';

describe('the page of a project (A24)', () => {
  const list = (name: string, truncated: boolean) => ({ [name]: [{ id: 1, standard_id: 1 }], truncated });

  it('says below a list that it was cut, and only there', () => {
    for (const [cutPins, cutSheets] of [
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ] as const) {
      const page = projectPage({
        details: { name: 'Tower' },
        standards: list('standards', cutPins),
        datasheets: list('datasheets', cutSheets),
      });
      const [pins = '', sheets = ''] = page.split('## Datasheets');
      assert.deepEqual([/The list is cut/.test(pins), /The list is cut/.test(sheets)], [cutPins, cutSheets]);
      if (cutPins) assert.match(pins, /projects_standards_list with searchQuery/);
      if (cutSheets) assert.match(sheets, /projects_datasheets_list with searchQuery/);
    }
  });
});
