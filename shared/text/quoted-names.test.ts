/** Tests of which names are quoted in mails. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { containsWebAddress, nameOr, quoteName } from './quoted-names.ts';

describe('names in mails', () => {
  it('a name that holds an address of the web is not quoted (Y7)', () => {
    const names = [
      'http://evil.example',
      'HTTPS://EVIL',
      'see www.evil.example now',
      'WWW evil',
      'evil.example/login',
      'Prizes at evil.co.uk!',
      'reset: evil.example',
      'user@evil.example',
      'evil。example',
      'evil．example',
      'evil｡example',
      'evil․example',
      'ｅｖｉｌ．ｅｘａｍｐｌｅ',
      'ｈｔｔｐ：／／x',
      'evil.\u200bexample',
      'ev\u00adil.exam\u00adple',
      'bücher.例え',
      'x.xn--p1ai',
      'a\u0301.com',
      '192.0.2.1',
      'http : //x',
      'mailto:x',
      'ftp://x',
      'evil-.example',
      'Arch & Co\nevil.example',
      'i❤.example',
      'i❤\ufe0f.example',
      '💩.example',
      '€.example',
      'Visit ☃.example now',
    ];
    assert.deepEqual(
      names.filter((name) => !containsWebAddress(name)),
      [],
    );
    assert.equal(quoteName('company', 'Win at evil.example'), 'a company');
    assert.equal(nameOr('www.evil.example', 'Somebody'), 'Somebody');
  });

  it('an ordinary name is quoted as it is', () => {
    const names = [
      'Arch & Co',
      'Müller & Söhne GmbH & Co. KG',
      'Dr.-Ing. X. Y. Ruiz',
      'Liga e.V.',
      'St. Paul’s, phase 2.1',
      'Section 03 31 29.13',
      '1.2.3',
      'Haus A: Rohbau',
      '株式会社',
      'Data: north',
      'Ends with a dot.',
    ];
    assert.deepEqual(
      names.filter((name) => containsWebAddress(name)),
      [],
    );
    assert.equal(quoteName('project', 'Harbour'), 'the project “Harbour”');
  });
});
