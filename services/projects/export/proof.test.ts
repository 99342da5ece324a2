/** Tests of proofs of single clauses and values: each verifies, and shows nothing else. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { InputOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import { anonymous, editor, lead, stranger, viewer, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import { jsVerdict } from '../../../test/world/verifiers.ts';

type Query = InputOf<EndpointMap['projects.proof']>;
type Proof = ResultOf<EndpointMap['projects.proof']>;

describe('the proof of one clause or value (C3)', () => {
  const site = ProjectsWorld.use();
  let project: Awaited<ReturnType<ProjectsWorld['createFilledProject']>>;
  let keys: object;
  let elements: { element_id: number; address: string; content: string; toc_content: string }[];
  let fields: { id: number; address: string }[];

  const prove = (query: Omit<Query, 'id'>, as = lead): Promise<Proof> =>
    site.node.call(as, 'projects.proof', { id: project.projectId, ...query });
  const refusal = async (query: Omit<Query, 'id'>, as = lead) => {
    const { code, status } = await expectRejection(prove(query, as));
    return `${status} ${code}`;
  };
  const verdictOf = (proof: object): string => jsVerdict([Buffer.from(JSON.stringify(proof))], keys);
  const elementsOf = async ({ revision }: { revision: { id: number } }) =>
    (await site.node.call(lead, 'standards.sealedRevision', { revision_id: revision.id })).elements;
  const elementAt = (address: string) =>
    elements.find((element) => element.address === address) ?? assert.fail(address);

  beforeAll(async () => {
    project = await site.createFilledProject('Proved', 2, 3);
    await site.publish(project.projectId);
    keys = await site.node.call(anonymous, 'certificates.keys', {});
    elements = await elementsOf(project);
    const { datasheets } = await site.node.call(lead, 'projects.export', { id: project.projectId });
    fields = datasheets[0]?.values ?? [];
  });

  it('every clause of a pinned standard has a proof with its wording that verifies', async () => {
    assert.equal(elements.length, 5);
    for (const { element_id, address, content, toc_content } of elements) {
      const proof = await prove({ elementId: element_id });
      assert.deepEqual(
        [proof.clause?.leaf.address, proof.clause?.leaf.element_id, proof.clause?.wording?.content],
        [address, element_id, content],
      );
      assert.equal(proof.clause?.wording?.toc_content, toc_content);
      assert.equal(verdictOf(proof), 'verified');
    }
  });

  it('every value of every datasheet has one', async () => {
    assert.equal(fields.length, 3);
    for (const datasheetId of project.datasheetIds) {
      for (const { id, address } of fields) {
        const proof = await prove({ elementId: id, datasheetId });
        assert.equal(proof.clause, undefined);
        const { leaf } = proof.proof;
        assert.ok(leaf.part === 'datasheet');
        const { value } = proof.value?.leaf ?? {};
        assert.deepEqual([leaf.datasheet.id, value?.id, value?.address], [datasheetId, id, address]);
        assert.equal(verdictOf(proof), 'verified');
      }
    }
  });

  it('a proof reveals no other clause, no other value and not the seed of the salts', async () => {
    const exported = await site.node.call(lead, 'projects.export', { id: project.projectId });
    const { proof_seed }: { proof_seed: string } = JSON.parse(exported.content ?? '');
    assert.match(proof_seed, /^[0-9a-f]{64}$/);
    const clause = JSON.stringify(await prove({ elementId: elementAt('2.1').element_id }));
    const [first, second] = fields;
    assert.ok(first && second);
    const [datasheetId = 0] = project.datasheetIds;
    const value = JSON.stringify(await prove({ elementId: first.id, datasheetId }));
    assert.ok(clause.includes('Clause 2.1 of cement.') && value.includes('"d1"'));
    const seeds = [proof_seed, ...exported.datasheets.map((sheet) => sheet.proof_seed ?? '')];
    for (const text of ['Clause 2.2', 'Beton', '"d1"', '"d2"', ...seeds])
      assert.ok(!clause.includes(text), text);
    for (const text of ['Clause 2.', 'Beton', '"d2"', '"d3"', ...seeds])
      assert.ok(!value.includes(text), text);
  });

  it('what is changed in a proof is refused with a reason of its own (H39)', async () => {
    const proof = await prove({ elementId: elementAt('2.1').element_id });
    const other = await prove({ elementId: elementAt('2.2').element_id });
    const [datasheetId = 0] = project.datasheetIds;
    const value = await prove({ elementId: fields[0]?.id ?? 0, datasheetId });
    const { clause } = proof;
    assert.ok(clause?.wording && other.clause);
    const reworded = { ...clause, wording: { ...clause.wording, content: 'Clause 2.1 of chalk.' } };
    const forged: Record<string, object> = {
      'clause-differs': { ...proof, clause: reworded },
      'clause-proof-broken': { ...proof, clause: { ...clause, leaf: other.clause.leaf } },
      'proof-broken': { ...value, proof: { ...value.proof, index: 0 } },
      'value-proof-broken': {
        ...value,
        value: {
          ...value.value,
          leaf: { part: 'value', value: { ...value.value?.leaf.value, user_value: '9' } },
        },
      },
      'proof-malformed': { ...proof, proof: value.proof },
      'unexpected-member': { ...proof, note: 'trust me' },
      'certificate-differs': {
        ...proof,
        certificate: { ...proof.certificate, issued_at: '2026-01-01T00:00:00.000Z' },
      },
      'not-signed': { ...proof, signature: undefined },
    };
    for (const [reason, file] of Object.entries(forged)) assert.equal(verdictOf(file), reason);
    assert.equal(
      verdictOf({ ...proof, clause: { ...clause, wording: null } }),
      'verified',
      'a withheld wording',
    );
  });

  it('unknown, foreign and unpinned things are 404; export and standards must both be allowed (H1)', async () => {
    const other = await site.createFilledProject('Beside');
    await site.publish(other.projectId);
    const theirs = await elementsOf(other);
    const elementId = elementAt('2.1').element_id;
    const [datasheetId] = other.datasheetIds;
    const foreign = theirs[0]?.element_id ?? 0;
    assert.notEqual(foreign, elements[0]?.element_id);
    for (const query of [
      { elementId: 9_999_999 },
      { elementId: foreign },
      { elementId, standardId: other.standardId },
      { elementId: fields[0]?.id ?? 0, datasheetId },
      { elementId: fields[0]?.id ?? 0, datasheetId: project.datasheetIds[0], standardId: other.standardId },
      { elementId: 9_999_999, datasheetId: project.datasheetIds[0] },
      { elementId, revisionId: 9_999_999 },
    ])
      assert.equal(await refusal(query), '404 NOT_FOUND', JSON.stringify(query));
    assert.deepEqual(await prove({ elementId, standardId: project.standardId }), await prove({ elementId }));
    assert.equal(await refusal({ elementId }, stranger), '404 NOT_FOUND');
    for (const person of [
      editor,
      viewer,
      withKey(lead, ['project:export']),
      withKey(lead, ['standard:read']),
    ])
      assert.equal(await refusal({ elementId }, person), '403 PERMISSION_DENIED');
  });

  it('a draft has no proof, an older revision keeps its own (P12)', async () => {
    const growing = await site.createFilledProject('Growing');
    const { projectId } = growing;
    const [clause] = await elementsOf(growing);
    const elementId = clause?.element_id ?? 0;
    const read = (revisionId?: number) =>
      site.node.call(lead, 'projects.proof', {
        id: projectId,
        elementId,
        ...(revisionId ? { revisionId } : {}),
      });
    const none = await expectRejection(read(), 409, 'PROOF_UNAVAILABLE');
    assert.match(none.detail, /draft is not signed/);
    const { revision } = await site.publish(projectId);
    const before = await read();
    const draft = await site.node.call(lead, 'projects.draft.create', { id: projectId });
    await expectRejection(read(draft.revision.id), 'PROOF_UNAVAILABLE');
    await site.publish(projectId);
    assert.deepEqual(await read(revision.id), before);
    assert.notEqual((await read()).certificate.revision.id, revision.id);
  });
});
