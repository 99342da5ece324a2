/** Tests of the count of drawn elements: against one that follows every reference by itself, and on a hostile file. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { SMALL_SVG } from './images.fixture.ts';
import { countDrawnElements } from './svg-drawn-elements.ts';

interface Drawn {
  id: string | null;
  references: string[];
  children: Drawn[];
}

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const drawnWithin = fc.memo(
  (levels): fc.Arbitrary<Drawn> =>
    fc.record({
      id: fc.option(fc.constantFrom(...IDS)),
      // Few, so that many drawings have no circle.
      references: fc.oneof(
        { weight: 3, arbitrary: fc.constant<string[]>([]) },
        { weight: 1, arbitrary: fc.array(fc.constantFrom(...IDS, 'none'), { minLength: 1, maxLength: 2 }) },
      ),
      children: levels > 1 ? fc.array(drawnWithin(levels - 1), { maxLength: 3 }) : fc.constant<Drawn[]>([]),
    }),
);

const write = ({ id, references: [first, second], children }: Drawn): string => {
  const attributes = [
    ...(id === null ? [] : [` id="${id}"`]),
    ...(first === undefined ? [] : [` href="#${first}"`]),
    ...(second === undefined ? [] : [` fill="url(#${second})"`]),
  ].join('');
  return children.length === 0 ? `<g${attributes}/>` : `<g${attributes}>${children.map(write).join('')}</g>`;
};

const within = (element: Drawn): Drawn[] => [element, ...element.children.flatMap(within)];

/** Draws the drawing, and for each reference once more all that its id names. */
function drawAll(drawing: Drawn): number {
  const all = within(drawing);
  const draw = (elements: ReadonlySet<Drawn>, following: readonly string[]): number =>
    [...elements].reduce(
      (sum, { references }) => references.reduce((more, id) => more + follow(id, following), sum + 1),
      0,
    );
  const follow = (id: string, following: readonly string[]): number =>
    following.includes(id)
      ? Number.POSITIVE_INFINITY
      : draw(new Set(all.filter((element) => element.id === id).flatMap(within)), [...following, id]);
  return draw(new Set(all), []);
}

const svg = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`;

describe('the elements that a drawing draws', () => {
  it('are counted as often as they are referred to', () => {
    assert.equal(countDrawnElements(SMALL_SVG), 1 + 1 + 1 + 1);
    const twice = '<use href="#g"/><use xlink:href="#g"/>';
    assert.equal(countDrawnElements(svg(`<g id="g"><path/><path/></g>${twice}`)), 1 + 3 + 2 + 2 * 3);
    assert.equal(countDrawnElements(svg('<path id="m"/><path style="marker-end: url(#m)"/>')), 1 + 1 + 1 + 1);
  });

  it('are endless where a part refers to itself', () => {
    assert.equal(countDrawnElements(svg('<g id="a"><use href="#a"/></g>')), Number.POSITIVE_INFINITY);
    const both = '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>';
    assert.equal(countDrawnElements(svg(both)), Number.POSITIVE_INFINITY);
  });

  it('are as many as when every reference is followed by itself', () => {
    let finite = 0;
    fc.assert(
      fc.property(drawnWithin(4), (drawing) => {
        const expected = drawAll(drawing);
        if (Number.isFinite(expected) && expected > within(drawing).length) finite += 1;
        assert.equal(countDrawnElements(write(drawing)), expected, write(drawing));
      }),
      { numRuns: 300 },
    );
    assert.ok(finite > 10, `only ${finite} drawings had references without a circle`);
  });

  it('are counted in a file that names parts within parts, and a part from each of many elements', () => {
    const [levels, uses] = [5_000, 200_000];
    const opened = Array.from({ length: levels }, (_, at) => `<g id="g${at}">`).join('');
    const hostile = `<svg><path id="p"/>${opened}${'<use href="#p"/>'.repeat(uses)}${'</g>'.repeat(levels)}</svg>`;
    assert.equal(countDrawnElements(hostile), 1 + 1 + levels + 2 * uses);
  });

  it('are endless where more than a hundred references lead one to the next, in any order', () => {
    const chain = (length: number): string[] =>
      Array.from({ length }, (_, at) => `<g id="l${at}"><use href="#l${at + 1}"/></g>`);
    const draw = (parts: string[]): number => countDrawnElements(`<svg>${parts.join('')}</svg>`);
    assert.ok(Number.isFinite(draw(chain(100))));
    for (const parts of [chain(101), chain(101).reverse()])
      assert.equal(draw(parts), Number.POSITIVE_INFINITY);
    const countless = Array.from(
      { length: 99 },
      (_, at) => `<g id="l${at}" style="${`url(#l${at + 1})`.repeat(2_000)}"/>`,
    );
    assert.equal(draw(countless), Number.POSITIVE_INFINITY);
  });
});
