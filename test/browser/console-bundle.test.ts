/** Tests of what the console loads: small, with a page of its own where the gateway has it. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { describe, it } from '@jest/globals';
import { bundleConsole } from '../../console/build.ts';
import { PAGE_PATHS } from '../../console/page-paths.ts';
import { matchPath } from '../../shared/contracts/path-template.ts';

const MARKDOWN_READER = /blockquote_open/;
const KILOBYTE = 1024;

describe('the bundle of the console', () => {
  it('loads at most 45 KB of scripts and 12 KB of styles first, and 25 KB with a page', async () => {
    const { files, first, style } = await bundleConsole();
    const sizeOf = (name: string): number =>
      gzipSync(files.get(name) ?? new Uint8Array(), { level: 9 }).length;
    const firstSize = first.reduce((sum, name) => sum + sizeOf(name), 0);
    assert.ok(firstSize > 5 * KILOBYTE && firstSize <= 45 * KILOBYTE, `${firstSize} bytes first`);
    assert.ok(sizeOf(style) <= 12 * KILOBYTE, `${sizeOf(style)} bytes of styles`);
    const lazy = [...files.keys()].filter((name) => !first.includes(name) && name !== style);
    const large = lazy.filter((name) => sizeOf(name) > 25 * KILOBYTE);
    // markdown-it is loaded once, with the first document: as large as it is, the console reads a clause as the PDF does.
    assert.deepEqual(
      large.map((name) => MARKDOWN_READER.test(Buffer.from(files.get(name) ?? []).toString())),
      [true],
    );
    assert.ok(sizeOf(large[0] ?? '') <= 42 * KILOBYTE);
  });

  it('finds the page of a path, and none for what is encoded badly', () => {
    assert.deepEqual(matchPath(PAGE_PATHS.wikiPage, '/wiki/codes/a%20b'), {
      library: 'codes',
      standard: 'a b',
    });
    for (const path of ['/wiki/codes/', '/wiki/codes/%E0', '/wiki/codes/a/b', '/standards'])
      assert.equal(matchPath(PAGE_PATHS.wikiPage, path), null, path);
  });
});
