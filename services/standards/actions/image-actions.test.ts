/**
 * Tests of the images of a standard: upload, list and download, references in clauses, limits; also under a hold, in
 * a customised copy, for another company and over HTTP.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { MAX_IMAGE_BYTES_PER_STANDARD } from '../../../shared/contracts/standards/images.ts';
import { ReadDocx } from '../../../shared/documents/docx/read-docx.fixture.ts';
import { jpegOf, pngOf } from '../../../shared/images/images.fixture.ts';
import { findImageNames } from '../../../shared/markup/image-references.ts';
import { lead, stranger } from '../../../test/people.ts';
import { expectOneSuccess, expectRejection } from '../../../test/service-node.ts';
import { CANARY_CLAUSES, HoldsWorld } from '../../../test/world/holds.ts';
import { useWorkingCopies } from '../../../test/world/standards-world.ts';
import { useWorld } from '../../../test/world/test-world.ts';
import { keyHeaders, sendRawRequest } from '../../../tools/world/raw-http.ts';
import { CustomizationWorld } from '../customization/customization-world.fixture.ts';

const HUGE_JPEG = jpegOf({ width: 60_000, height: 60_000 });
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><title>Door</title></svg>';
const part = (content = DRAWING, name = 'Plan of a door.svg', mime_type = 'image/svg+xml') => ({
  files: [{ name, mime_type, content: Buffer.from(content).toString('base64') }],
});

const picture = (bytes = pngOf(3, 2)) => ({
  files: [{ name: 'Plan.png', mime_type: 'image/png', content: bytes.toString('base64') }],
});

describe('images of a standard', () => {
  const { node, world, save } = useWorkingCopies();
  const copies = new CustomizationWorld(node);
  const holds = new HoldsWorld(node);
  const upload = (id: number, sent = part(), who = lead) =>
    node.call(who, 'standards.images.upload', { id, ...sent });
  const get = (id: number, name: string, who = lead) => node.call(who, 'standards.images.get', { id, name });
  const publishWithImage = async (drawing = DRAWING) => {
    const { id } = await world.publishStandard([{ address: '1', content: 'Doors.' }]);
    const image = await upload(id, part(drawing));
    const copy = await node.call(lead, 'standards.edit', { id });
    await save(id, {
      baseVersion: copy.version,
      elements: copy.elements.map((element) => ({ ...element, content: `Doors. ${image.markdown}` })),
    });
    await node.call(lead, 'standards.publish', { id });
    return { id, image };
  };

  it('a reference seals the image by its hash, and gives its bytes', async () => {
    const { id, image } = await publishWithImage();
    assert.match(image.name, /^Plan-of-a-door\.[\w-]{43}\.svg$/);
    assert.equal(Buffer.from((await get(id, image.name)).bytes, 'base64').toString(), DRAWING);
    const { images } = await node.call(lead, 'standards.images.list', { id });
    assert.deepEqual(
      images.map(({ name, mentioned }) => [name, mentioned]),
      [[image.name, true]],
    );
    assert.equal((await upload(id)).created, false);
  });

  it('an image that no clause refers to is 404, and listed for who uploaded it', async () => {
    const { id } = await world.publishStandard([{ address: '1', content: 'Doors.' }]);
    const { name } = await upload(id);
    await expectRejection(get(id, name), 404);
    const { images } = await node.call(lead, 'standards.images.list', { id });
    assert.deepEqual(
      images.map(({ mentioned }) => mentioned),
      [false],
    );
  });

  it('an unknown reference is refused with its path, and nothing is written', async () => {
    const { image } = await publishWithImage();
    const { id } = await world.publishStandard([{ address: '1', content: 'Doors.' }]);
    const copy = await node.call(lead, 'standards.edit', { id });
    const elements = copy.elements.map((element) => ({ ...element, content: image.markdown }));
    const error = await expectRejection(save(id, { baseVersion: copy.version, elements }), 400);
    assert.match(JSON.stringify(error), /elements\[0\]\.content/);
    assert.equal((await world.readWorkingCopy(id, lead)).version, copy.version);
    await expectRejection(get(id, image.name), 404);
  });

  it('what looks like a reference in a heading or in code is text', async () => {
    const { image } = await publishWithImage();
    const { id } = await world.publishStandard([{ address: '1', content: 'Doors.' }]);
    const copy = await node.call(lead, 'standards.edit', { id });
    const content = `Type \`${image.markdown}\`:\n\n\`\`\`\n${image.markdown}\n\`\`\``;
    const elements = copy.elements.map((element) => ({ ...element, toc_content: image.markdown, content }));
    await save(id, { baseVersion: copy.version, elements });
    assert.equal((await world.readWorkingCopy(id, lead)).elements[0]?.content, content);
    await expectRejection(get(id, image.name), 404);
  });

  it('of concurrent uploads only those that fit are stored', async () => {
    const { id } = await world.publishStandard([{ address: '1', content: 'Doors.' }]);
    const first = await upload(id, picture());
    const { db } = await node.node.openDatabase('standards');
    await db
      ?.collection<{ _id: string }>('images')
      .updateOne({ _id: `${id}/${first.name}` }, { $set: { bytes: MAX_IMAGE_BYTES_PER_STANDARD - 100 } });
    const others = [4, 5, 6, 7].map((width) => upload(id, picture(pngOf(width, 2))));
    await expectOneSuccess(others, 403, 'QUOTA_EXCEEDED');
    assert.equal((await node.call(lead, 'standards.images.list', { id })).total, 2);
  });

  it('a stranger who knows the name gets 404', async () => {
    const { id, image } = await publishWithImage();
    await expectRejection(get(id, image.name, stranger), 404);
    await expectRejection(node.call(stranger, 'standards.images.list', { id }), 404);
    await expectRejection(upload(id, part(), stranger), 404);
  });

  it('what is no image is refused', async () => {
    const { id } = await world.publishStandard([{ address: '1', content: 'Doors.' }]);
    for (const sent of [
      part('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      part('%PDF-1.7', 'a.pdf', 'application/pdf'),
      part(DRAWING, 'a.png', 'image/png'),
      picture(pngOf(1, 1, { width: 60_000, height: 60_000 })),
      { files: [{ name: 'a.jpg', mime_type: 'image/jpeg', content: HUGE_JPEG.toString('base64') }] },
      part(''),
    ])
      await expectRejection(upload(id, sent), 400);
    assert.equal((await node.call(lead, 'standards.images.list', { id })).total, 0);
  });

  it('a customised copy has the images of its clauses, also after its source is deleted', async () => {
    const drawing = DRAWING.replace('Door', 'Door with a frame');
    const { id, image } = await publishWithImage(drawing);
    const copy = await copies.customize(id, { name: 'Copy with an image' });
    await world.deleteStandard(id);
    assert.equal(Buffer.from((await get(copy.id, image.name)).bytes, 'base64').toString(), drawing);
    await world.deleteStandard(copy.id);
    const { db } = await node.node.openDatabase('standards');
    assert.equal(
      await db?.collection<{ _id: string }>('image_contents').countDocuments({ _id: image.sha256 }),
      0,
    );
  });

  it('an image is withheld with the words of its clause, and listed no longer (W14)', async () => {
    const edition = await holds.adopt(CANARY_CLAUSES);
    const { id } = await copies.customize(edition.standardId);
    const image = await upload(id, picture());
    const opened = await node.call(lead, 'standards.edit', { id });
    const elements = opened.elements.map((element) =>
      element.address === '1.1' ? { ...element, content: `${element.content} ${image.markdown}` } : element,
    );
    await save(id, { baseVersion: opened.version, elements });
    await node.call(lead, 'standards.publish', { id });
    assert.equal((await get(id, image.name)).name, image.name);
    const inDocument = async () => {
      const { bytes } = await node.call(lead, 'standards.document', { id });
      return new ReadDocx(Buffer.from(bytes, 'base64')).paths.some((path) => path.startsWith('word/media/'));
    };
    assert.equal(await inDocument(), true);
    await holds.state(edition, holds.hold(edition, { level: 2, level2_at: null }));
    const { elements: shown } = await holds.read(id);
    const isWithheld = shown.every(({ content }) => findImageNames(content).length === 0);
    if (isWithheld) await expectRejection(get(id, image.name), 404);
    else assert.equal((await get(id, image.name)).name, image.name);
    assert.ok(isWithheld, 'the clause is not withheld');
    assert.equal(await inDocument(), false);
  });
});

describe('images over HTTP', () => {
  const site = useWorld();
  let path = '';
  beforeAll(() => {
    path = `/api/standards/${site.ada.standardId}/images`;
  });
  const send = (content: string | Buffer<ArrayBuffer>, type: string) => {
    const form = new FormData();
    form.set('files', new Blob([content], { type }), 'door.svg');
    return site.ada.key.request('POST', path, form);
  };

  it('a form is 201, the same again 200, one too large 413', async () => {
    const first = await send(DRAWING, 'image/svg+xml');
    assert.equal(first.status, 201, JSON.stringify(first.body));
    const again = await send(DRAWING, 'image/svg+xml');
    assert.deepEqual([again.status, again.body.name], [200, first.body.name]);
    assert.equal((await send(Buffer.alloc(2 * 1024 * 1024 + 1), 'image/png')).status, 413);
    const get = await sendRawRequest(site.base, {
      method: 'GET',
      path: `${path}/${String(first.body.name)}`,
      headers: keyHeaders(site.ada.secret),
    });
    assert.equal(get.status, 404);
  });
});
