/** Tests of the normal form of email addresses (`names-and-emails.ts`). */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { withUnicodeDomain } from './email-domains.ts';
import { normaliseEmail, unicodeFormOfEmail } from './names-and-emails.ts';

describe('the normal form of an email address', () => {
  it('has its domain in ASCII, however the domain was sent (Y19)', () => {
    const equal = [
      'ü@bücher.example',
      'ü@BÜCHER.example',
      'ü@bu\u0308cher.example',
      'ü@xn--bcher-kva.example',
      'Ü@XN--BCHER-KVA.EXAMPLE.',
      'ü@bücher。example',
      'ü@ｂücher．ｅｘａｍｐｌｅ｡',
      ' ü@bü\u00adcher.example. ',
    ];
    assert.deepEqual([...new Set(equal.map(normaliseEmail))], ['ü@xn--bcher-kva.example']);
    assert.equal(normaliseEmail('a@faß.example'), 'a@xn--fa-hia.example');
    assert.notEqual(normaliseEmail('bücher@x.example'), normaliseEmail('xn--bcher-kva@x.example'));
  });

  it('leaves what is no domain as it is: nothing behind a slash or colon is dropped (Y19)', () => {
    for (const email of [
      'a@x.example/ü',
      'a@ü:80',
      'a@ü?x',
      'a@ü%2e',
      'a@1',
      'a@localhost',
      'no address',
      'ü',
    ])
      assert.equal(normaliseEmail(email), unicodeFormOfEmail(email));
  });

  it('normalising twice changes nothing more, nor does the way back from the Unicode form (Y19)', () => {
    const domain = fc
      .array(fc.constantFrom('a', 'ü', 'ß', '。', '.', '-', 'É', '例', 'xn--', '1', '\u0301', '☃', 'ω'), {
        minLength: 1,
        maxLength: 8,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(domain, (sent) => {
        const once = normaliseEmail(`a@${sent}`);
        assert.equal(normaliseEmail(once), once);
        if (withUnicodeDomain(once) !== once) assert.equal(normaliseEmail(withUnicodeDomain(once)), once);
      }),
      { numRuns: 2_000 },
    );
  });
});
