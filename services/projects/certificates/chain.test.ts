/** Tests that each certificate names the one before it, also under concurrent publishes. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import { isDuplicateKey, openDatabase } from '../../../shared/kernel/database/mongo.ts';
import { anonymous, lead } from '../../../test/people.ts';
import { startTestNode, type TestNode } from '../../../test/service-node.ts';
import { mongodbUri } from '../../../test/test-servers.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import { jsVerdict } from '../../../test/world/verifiers.ts';
import { Certificates } from './repository.ts';

type Export = ResultOf<EndpointMap['projects.export']>;

describe('the chain of certificates (P12)', () => {
  const site = ProjectsWorld.use();

  const exportOf = (id: number, revisionId: number): Promise<Export> =>
    site.node.call(lead, 'projects.export', { id, revisionId });
  const verdictOf = async (...files: Export[]): Promise<string> =>
    jsVerdict(
      files.map((file) => Buffer.from(JSON.stringify(file))),
      await site.node.call(anonymous, 'certificates.keys', {}),
    );

  it('holds when every revision is published by many concurrent calls on two nodes', async () => {
    const { projectId: id } = await site.createFilledProject('Contested');
    const { databasePrefix } = site.node.node.config;
    const second = await startTestNode(['standards', 'projects', 'datasheets', 'identity'], {
      DATABASE_PREFIX: databasePrefix,
    });
    const publish = (node: TestNode) => node.call(lead, 'projects.publish', { id });
    const files: Export[] = [];
    try {
      for (let code = 1; code <= 4; code += 1) {
        if (code > 1) await site.node.call(lead, 'projects.draft.create', { id });
        const calls = Array.from({ length: 8 }, (_, at) => publish(at % 2 === 0 ? site.node : second));
        const outcomes = await Promise.allSettled(calls);
        const published = outcomes.flatMap((outcome) =>
          outcome.status === 'fulfilled' ? [outcome.value.revision] : [],
        );
        assert.equal(published.length, 1);
        files.push(await exportOf(id, published[0]?.id ?? 0));
      }
    } finally {
      await second.stop();
    }
    assert.equal(await verdictOf(...files), 'verified');
    assert.deepEqual(
      files.map(({ certificate }) => certificate?.revision.code),
      ['1', '2', '3', '4'],
    );
    const previous = files.map(({ certificate }) => certificate?.previous_certificate_sha256);
    assert.equal(new Set(previous).size, 4);
    const [first, , third, fourth] = files;
    assert.ok(first && third && fourth);
    assert.equal(await verdictOf(fourth, first), 'verified', 'a gap does not break the chain');
    assert.equal(await verdictOf(fourth, third), 'verified');
  });

  it('the database refuses a second certificate after the same one', async () => {
    const { projectId: id } = await site.createFilledProject('Forked');
    const { revision } = await site.publish(id);
    const database = await openDatabase(mongodbUri(), site.node.node.config.databasePrefix, 'projects');
    try {
      const certificates = new Certificates(database.connection);
      const record = await certificates.findById(revision.id);
      assert.ok(record?.previous_sha256 === null);
      await assert.rejects(certificates.insert(null, { ...record, _id: 999_999 }), isDuplicateKey);
    } finally {
      await database.close();
    }
  });
});
