/** Test of a compressed response: same content, an ETag of its own. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { useNode } from '../../../test/service-node.ts';

describe('a compressed answer', () => {
  const node = useNode(['gateway']);

  it('a large answer is compressed for those who take it, with the same content and an ETag of its own (hardening A2, Y22)', async () => {
    const ask = (encoding: string, etag = '"none"') =>
      fetch(`${node.url}/api/openapi.json`, {
        headers: { 'accept-encoding': encoding, 'if-none-match': etag },
      });
    const plain = await ask('identity');
    const text = await plain.text();
    for (const encoding of ['br', 'gzip']) {
      const packed = await ask(encoding);
      assert.equal(packed.headers.get('content-encoding'), encoding);
      const etag = packed.headers.get('etag') ?? '';
      assert.equal(etag, plain.headers.get('etag')?.replace(/"$/, `-${encoding}"`));
      const again = await ask(encoding, etag);
      assert.deepEqual([again.status, again.headers.get('etag')], [304, etag]);
      assert.match(packed.headers.get('vary') ?? '', /Accept-Encoding/);
      assert.equal(await packed.text(), text);
    }
    assert.equal((await ask('br;q=0, gzip;q=0')).headers.get('content-encoding'), null);
    // As Apache writes them for what it compressed itself.
    const tag = plain.headers.get('etag')?.slice(1, -1) ?? '';
    for (const sent of [`"${tag}-gzip"`, `W/"${tag}-gzip"`, `"${tag}--gzip"`, `"a", "${tag}-br"`, `"${tag}"`])
      assert.equal((await ask('identity', sent)).status, 304, sent);
    for (const other of [`"${tag}-tar"`, `"${tag}-gzip-gzip"`, `"${tag}x"`, `"-gzip"`])
      assert.equal((await ask('identity', other)).status, 200, other);
  });
});
