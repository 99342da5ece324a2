/** Tests of API keys that are made from a preset of permissions. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { InputOf } from '../../../shared/contracts/endpoint.ts';
import { type EndpointMap, endpoints } from '../../../shared/contracts/index.ts';
import { KEY_PRESETS, type KeyPreset, PRESET_PERMISSIONS } from '../../../shared/contracts/key-presets.ts';
import { PERMISSIONS } from '../../../shared/contracts/permissions.ts';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { anonymous } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { signIn, signInAdministrator, signUp, TEST_PASSWORD } from '../../../test/test-accounts.ts';

type NewKey = Partial<InputOf<EndpointMap['account.keys.create']>>;

describe('presets of keys', () => {
  const node = useNode(['identity', 'projects', 'wiki-moderation']);
  const create = (as: Principal, members: NewKey) =>
    node.call(as, 'account.keys.create', { name: 'CI', ...members });
  const grantOf = async (as: Principal, preset: KeyPreset) => (await create(as, { preset })).permissions;
  const dormantOf = async (secret: string): Promise<string[]> => {
    const { principal } = await node.call(anonymous, 'identity.principal', { type: 'key', secret });
    assert.ok(principal?.kind === 'user');
    return (await node.call(principal, 'discovery.whoami', {})).dormant.map(({ permission }) => permission);
  };

  it('give a key those of their permissions that the account holds, none of the wiki before the agreement (A12)', async () => {
    const { principal: ann, email } = await signUp(node, 'Steel & Partners');
    for (const preset of KEY_PRESETS) {
      const administers = preset === 'everything' ? ['company:administer'] : [];
      assert.deepEqual(
        await grantOf(ann, preset),
        PERMISSIONS.filter(
          (permission) =>
            PRESET_PERMISSIONS[preset].includes(permission) &&
            // No role has it.
            permission !== 'datasheet:comment' &&
            (administers.includes(permission) || !/^(wiki|site|company):/.test(permission)),
        ),
        preset,
      );
    }
    await node.call(ann, 'account.cla.accept', { document_id: 1 });
    const contributor = await signIn(node, { email, password: TEST_PASSWORD });
    assert.ok((await grantOf(contributor, 'reader')).includes('wiki:standard:read'));
    assert.ok((await grantOf(contributor, 'author')).includes('wiki:standard:edit'));
    assert.ok(!(await grantOf(contributor, 'everything')).includes('wiki:category:create'));
  });

  it('give an account without a company what it may do in its own scope and on projects (A12)', async () => {
    const { principal: bob } = await signUp(node);
    const everything = await grantOf(bob, 'everything');
    assert.ok(everything.includes('project:publish') && everything.includes('standard:delete'));
    assert.ok(!everything.includes('company:administer') && !everything.includes('site:admin'));
  });

  it('everything of an administrator administers the site; no other preset does (A12)', async () => {
    const root = await signInAdministrator(node);
    const administering = await Promise.all(
      KEY_PRESETS.map(async (preset) => [preset, (await grantOf(root, preset)).includes('site:admin')]),
    );
    assert.deepEqual(administering, [
      ['reader', false],
      ['author', false],
      ['publisher', false],
      ['everything', true],
    ]);
  });

  it('nothing of a preset is dormant on an account with a project (A12)', async () => {
    const { principal: eve } = await signUp(node, 'Bricks');
    await node.call(eve, 'projects.create', { name: 'Bridge' });
    for (const preset of KEY_PRESETS)
      assert.deepEqual(await dormantOf((await create(eve, { preset })).secret), [], preset);
  });

  it('exactly one of permissions and preset, else 400 with the path, and no key (A12)', async () => {
    const { principal: ann } = await signUp(node);
    for (const [path, members] of [
      ['permissions', {}],
      ['preset', { permissions: ['standard:read'], preset: 'reader' }],
      ['preset', JSON.parse('{"preset":"Reader"}')],
      ['preset', JSON.parse('{"preset":["reader"]}')],
      ['permissions', { permissions: [] }],
    ] satisfies [string, NewKey][]) {
      const { status, code, extras } = await expectRejection(create(ann, members));
      assert.deepEqual(
        [status, code, extras.errors?.[0]?.path],
        [400, 'VALIDATION_ERROR', path],
        JSON.stringify(members),
      );
    }
    assert.equal((await node.call(ann, 'account.keys.list', {})).total, 0);
  });

  it('are listed with the permissions, each with all of the one before it (A12)', async () => {
    const { principal } = await signUp(node);
    const { presets } = await node.call(principal, 'account.permissions', {});
    assert.deepEqual(
      presets.map(({ name }) => name),
      ['reader', 'author', 'publisher', 'everything'],
    );
    for (const [at, { permissions }] of presets.entries())
      for (const permission of presets[at - 1]?.permissions ?? [])
        assert.ok(permissions.includes(permission));
    assert.deepEqual(presets.at(-1)?.permissions, PERMISSIONS);
  });

  it('reader opens no write that needs a permission, and author none that publishes or exports (A12)', () => {
    const opened = (preset: KeyPreset): string[] =>
      Object.entries(endpoints).flatMap(([id, { mutates, permissions }]) =>
        mutates && permissions.length > 0 && permissions.every((p) => PRESET_PERMISSIONS[preset].includes(p))
          ? [id]
          : [],
      );
    assert.deepEqual(opened('reader'), []);
    const issuing = ['standards.publish', 'projects.publish', 'projects.export'];
    const destroying = ['standards.delete', 'projects.archive', 'projects.revert', 'categories.delete'];
    const within = (preset: KeyPreset, ids: string[]) => ids.filter((id) => opened(preset).includes(id));
    assert.deepEqual(within('author', [...issuing, ...destroying]), []);
    assert.deepEqual(within('publisher', [...issuing, ...destroying]), issuing);
    assert.deepEqual(within('everything', destroying), destroying);
  });
});
