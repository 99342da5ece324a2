/** Which images are drawn: by the pixels that they claim, and by what a drawing makes of its references. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { jpegOf, pngOf, SMALL_SVG } from '../images/images.fixture.ts';
import { readPixelSize } from '../images/pixel-size.ts';
import { imagesToTypeset, toPicture } from './drawn-images.ts';

const HUGE = { width: 60_000, height: 60_000 };
const svg = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`;
const drawing = (text: string) => ({ mediaType: 'image/svg+xml', bytes: Buffer.from(text) });

describe('the size of an image', () => {
  it('is read from its header, whatever the header claims', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 65_535 }),
        fc.integer({ min: 1, max: 65_535 }),
        (width, height) => {
          const claimed = { width, height };
          assert.deepEqual(readPixelSize(pngOf(1, 1, claimed), 'image/png'), claimed);
          assert.deepEqual(readPixelSize(jpegOf(claimed), 'image/jpeg'), claimed);
        },
      ),
    );
  });

  it('is none of what has no header, and any bytes are read', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom('image/png', 'image/jpeg'),
        (bytes, type) => {
          readPixelSize(bytes, type);
          readPixelSize(Buffer.concat([Buffer.from([0xff, 0xd8]), bytes]), type);
        },
      ),
    );
    assert.equal(readPixelSize(Buffer.from(SMALL_SVG), 'image/svg+xml'), null);
    assert.equal(readPixelSize(pngOf(1, 1, { width: 0, height: 4 }), 'image/png'), null);
  });
});

describe('the images that are drawn', () => {
  it('are no image that claims more pixels than anybody looks at', () => {
    assert.equal(toPicture({ mediaType: 'image/png', bytes: pngOf(1, 1, HUGE) }), null);
    assert.equal(toPicture({ mediaType: 'image/jpeg', bytes: jpegOf(HUGE) }), null);
    assert.deepEqual(toPicture({ mediaType: 'image/png', bytes: pngOf(3, 2) })?.size, {
      width: 3,
      height: 2,
    });
  });

  it('are those that have 60 million pixels together', () => {
    const large = { width: 5_000, height: 5_000 };
    const images = Array.from({ length: 4 }, (_, index): [string, ReturnType<typeof drawing>] => [
      `${index}`,
      { mediaType: 'image/png', bytes: pngOf(1, 1, large) },
    ]);
    assert.deepEqual([...imagesToTypeset(new Map(images)).keys()], ['0', '1']);
  });

  it('are no PNG with a colour profile that may unpack to any length', () => {
    const withChunk = (length: number): Buffer => {
      const [png, head] = [pngOf(1, 1), Buffer.alloc(8)];
      head.writeUInt32BE(length);
      head.write('iCCP', 4);
      return Buffer.concat([png.subarray(0, 33), head, Buffer.alloc(length + 4), png.subarray(33)]);
    };
    const images = new Map(
      [60_000, 70_000].map((length) => [
        String(length),
        { mediaType: 'image/png', bytes: withChunk(length) },
      ]),
    );
    assert.deepEqual([...imagesToTypeset(images).keys()], ['60000']);
  });

  it('are no drawings with effects, embedded images, or more elements than fit a page', () => {
    const tenfold = (levels: number): string =>
      Array.from({ length: levels }, (_, at) =>
        at === 0 ? '<g id="l0"><path/></g>' : `<g id="l${at}">${`<use href="#l${at - 1}"/>`.repeat(10)}</g>`,
      ).join('');
    const drawn = {
      plain: SMALL_SVG,
      few: svg(tenfold(3)),
      many: svg(tenfold(9)),
      blurred: svg('<filter id="f"/><path filter="url(#f)"/>'),
      embedded: svg('<image href="data:image/png;base64,AAAA"/>'),
      hidden: svg('<g id="a"/><use href="&#35;a"/>'),
      styled: svg('<style>path { fill: url(#p) }</style><path/>'),
      degrees: svg('<text>90&#176;</text>'),
      blurredByStyle: svg('<path style="filter:blur(50px)"/>'),
      blurredByAttribute: svg('<path filter = "blur(50)"/>'),
      marked: svg('<path marker-mid="url(#m)" d="M0 0"/>'),
      hiddenInData: svg('<style><![CDATA[path{marker-mid:url(#m)}]]></style>'),
      long: svg(`<text>${'x'.repeat(300_000)}</text>`),
      // A pattern that looks for the end of each would not end.
      unclosed: svg(
        `<desc>${'url('.repeat(50_000)}</desc><desc><!-- ${'<![CDATA['.repeat(5_000)} --></desc>`,
      ),
    };
    const images = new Map(Object.entries(drawn).map(([name, text]) => [name, drawing(text)]));
    assert.deepEqual([...imagesToTypeset(images).keys()], ['plain', 'few', 'degrees']);
  });
});
