/** Tests of which new passwords are refused as too common or too easy to guess. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { findPasswordFault } from './password-rules.ts';

const ADA = { email: 'ada.lovelace@analytical.example.org', name: 'Ada King-Lovelace' };
const faultOf = (password: string): string | null => findPasswordFault(password, ADA);
const COMMON = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

describe('rules on new passwords', () => {
  it('the list has 3,000 passwords of at least 12 characters, and each is refused in any letter case (Y6)', () => {
    assert.equal(new Set(COMMON).size, 3_000);
    for (const password of COMMON) {
      assert.ok([...password].length >= 12, password);
      for (const typed of [password, password.toUpperCase()]) assert.ok(faultOf(typed), typed);
    }
    assert.match(faultOf('Motherfucker') ?? '', /commonest/);
  });

  it.each([
    'aaaaaaaaaaaa',
    '            ',
    'abcdefghijkl',
    'LKJIHGFEDCBA',
    '123456789012',
    '0987654321098',
    'qwertyuiop12',
    'qwertyuiop[]',
    'poiuytrewqpo',
    'asdfghjklasdf',
    'azertyuiop123',
    'qwertzuiopasdf',
    '1qaz2wsx3edc4rfv',
    '111122223333',
    'aaaaaaaaaaab',
    'abcdabcdabcd',
    'abababababab',
    '12ab12ab12ab',
    'xyzabcdefghi',
    'abcdefgh12345678',
  ])('one character repeated, a run or a few characters repeated is refused: %s (Y6)', (password) => {
    assert.ok(faultOf(password));
  });

  it.each([
    'ada.lovelace@analytical.example.org',
    'Ada.Lovelace',
    'adalovelace1',
    'AdaLovelace1815',
    'Ada King-Lovelace',
    'adakinglovelace!',
    'lovelace!2024',
    'analytical.example.org',
    'Lovelace-Lovelace',
  ])('the own address or name is refused, also with little added: %s (Y6)', (password) => {
    assert.match(faultOf(password) ?? '', /email address or your name/);
  });

  it.each([
    'P@ssw0rd1234',
    'passwordpassword1',
    'Password12345!',
    'Password2026!!',
    '!!Passw0rd!!99',
    'p4$$w0rd-p4$$w0rd',
    'password password password',
    'P a s s w o r d 1 2 3',
    'qwertyqwerty12',
    'Welcome12345!',
    'W3lc0me-W3lc0me-1',
    'Summer2026!!',
    'Dr4g0nDr4g0n',
    'Unbelievable1!',
    'unb3l13v4bl3',
    'M0nkeyabcdefgh',
    '4321drowssap',
    'Pàsswörd2024!',
    'p.a.s.s.w.o.r.d.1',
    'iloveyou12345',
    'admin12345678',
    'Construction1!',
    '12345678password',
    'password11111111111',
  ])('a common password in look-alikes, repeated or with little added, is refused: %s (Y6)', (password) => {
    assert.ok(faultOf(password));
  });

  it('a rule for each: the error says what is common about the password (Y6)', () => {
    assert.match(faultOf('P@ssw0rd1234') ?? '', /a common password with other characters/);
  });

  it.each(['L0vel4ce-1815', 'xkqzpvxkqzpvxkqzpv'])(
    'own names in look-alikes and units of up to six characters are refused: %s (Y6)',
    (password) => {
      assert.ok(faultOf(password));
    },
  );

  it.each([
    'correct horse battery staple',
    'password for the crane',
    'dragon-7f3k9-x',
    'Tr0ub4dor&3-plinth',
    'summer rain on slate',
    'zebra umbrella',
    'Xq7!mK2#vB9$',
    'h7Gk-29fQ-zz81-Lm',
    '8f14e45fceea167a',
    'monkey 73 tango 19',
    'correct horse',
    'a long enough password',
    'Ada likes blue horses',
    'twelve chars',
    'wq8#Kd02-zL!',
    '3.14159265358979',
    'pàssé composé 7',
    '正确的马电池订书钉用于密码',
  ])('other passwords pass: %s (Y6)', (password) => assert.equal(faultOf(password), null));

  it('nearly every random password passes, whoever it belongs to (Y6)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ23456789-_'), {
          minLength: 14,
          maxLength: 40,
        }),
        (characters) => {
          fc.pre(new Set(characters).size > 8);
          assert.equal(findPasswordFault(characters.join(''), { email: 'zz@y.example', name: 'Q' }), null);
        },
      ),
      { numRuns: 300 },
    );
  });
});
