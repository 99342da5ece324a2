import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { sha256 } from '../../../shared/hash.ts';
import { compressText } from '../../../shared/kernel/database/compressed-text.ts';
import { openDatabase } from '../../../shared/kernel/database/mongo.ts';
import { toCanonicalJson } from '../../../shared/revisioning/canonical-json.ts';
import { anonymous, lead } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { mongodbUri } from '../../../test/test-servers.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import { firstVerdict } from '../../../test/world/verifiers.ts';
import { signEnvelope } from '../certificates/dsse-envelope.ts';
import { certificateCollection, signingKeyCollection } from '../certificates/model.ts';
import { projectRevisionCollection } from '../revisions/model.ts';

describe('a revision certified under the first schema (P12)', () => {
  const site = ProjectsWorld.use();

  /** Replaces what was signed of a revision by what the first schema would have signed. */
  async function certifyAsBefore(revisionId: number, projectId: number): Promise<void> {
    const { project, revision, sections, datasheets, certificate, content } = await site.node.call(
      lead,
      'projects.export',
      { id: projectId },
    );
    const { standards, files } = JSON.parse(content ?? '');
    const { content_hash: _, ...shown } = revision;
    const text = toCanonicalJson({
      schema_version: 1,
      project,
      revision: shown,
      sections: sections.map(({ scope_statement, salt: __, ...row }) => ({
        ...row,
        scope_statement_sha256: sha256(scope_statement),
      })),
      standards,
      datasheets: datasheets.map(({ proof_seed: __, ...sheet }) => sheet),
      files,
    });
    const { content_tree: __, ...described } = certificate ?? {};
    const content_sha256 = sha256(text);
    const signed = toCanonicalJson({ ...described, schema_version: 1, content_sha256 });
    const database = await openDatabase(mongodbUri(), site.node.node.config.databasePrefix, 'projects');
    try {
      const key = await signingKeyCollection(database.connection).findOne({ active: true }).lean();
      assert.ok(key);
      const signature = signEnvelope(signed, { keyid: key._id, private_pem: key.private_pem });
      const before = { content: compressText(text), certificate: signed, signature };
      await certificateCollection(database.connection).updateOne({ _id: revisionId }, { $set: before });
      await projectRevisionCollection(database.connection).updateOne(
        { _id: revisionId },
        { $set: { content_hash: content_sha256 } },
      );
    } finally {
      await database.close();
    }
  }

  it('is exported as it was signed and verifies; it has no proofs, and says what to do', async () => {
    const old = await site.createFilledProject('Old', 2);
    const { projectId: id } = old;
    const { revision } = await site.publish(id);
    await certifyAsBefore(revision.id, id);
    const keys = await site.node.call(anonymous, 'certificates.keys', {});
    for (const isVerbose of [false, true]) {
      const file = await site.node.call(lead, 'projects.export', { id, isVerbose });
      assert.equal(file.certificate?.schema_version, 1);
      assert.equal(file.datasheets.length, 2);
      assert.equal(firstVerdict([Buffer.from(JSON.stringify(file))], keys), 'verified');
    }
    const { elements } = await site.node.call(lead, 'standards.sealed', { revision_id: old.revision.id });
    const { status, code, detail } = await expectRejection(
      site.node.call(lead, 'projects.proof', { id, elementId: elements[0]?.element_id ?? 0 }),
    );
    assert.deepEqual([status, code], [409, 'PROOF_UNAVAILABLE']);
    assert.match(detail, /Publish the project again/);

    await site.node.call(lead, 'projects.draft.create', { id });
    await site.publish(id);
    const chain = [
      await site.node.call(lead, 'projects.export', { id }),
      await site.node.call(lead, 'projects.export', { id, revisionId: revision.id }),
    ].map((file) => Buffer.from(JSON.stringify(file)));
    assert.equal(firstVerdict(chain.slice(0, 1), keys), 'verified');
    assert.equal(firstVerdict(chain.slice(1), keys), 'verified');
  });
});
