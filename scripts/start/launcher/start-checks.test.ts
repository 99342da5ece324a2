/** Tests of when a node needs a data folder at its start. */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { readConfig } from '../../../shared/kernel/node/config.ts';
import { assertDataFolderWritable } from './start-checks.ts';

it('a folder for data is asked for only where a node keeps something there', () => {
  const nats = { NATS_URL: 'nats://css:secret@nats:4222', CLUSTER_SECRET: 'c'.repeat(32) };
  const s3 = { S3_ENDPOINT: 'http://s3:7070', S3_BUCKET: 'files', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 's' };
  const mongodb = { MONGODB_URI: 'mongodb://db:27017/?replicaSet=rs0' };
  const isAsked = (env: Record<string, string>): boolean => {
    try {
      // A folder that nobody can create.
      assertDataFolderWritable(readConfig({ DATA_DIR: '/dev/null/data', ...nats, ...env }));
      return false;
    } catch {
      return true;
    }
  };
  for (const [asked, env] of [
    [true, {}],
    [true, s3],
    [true, mongodb],
    [false, { ...mongodb, ...s3 }],
    [true, { SERVICES: 'gateway' }],
    [false, { SERVICES: 'gateway', ...s3 }],
    [true, { SERVICES: 'files', ...mongodb }],
    [true, { SERVICES: 'standards', ...s3 }],
    [false, { SERVICES: 'standards', ...mongodb }],
  ] as const)
    assert.equal(isAsked(env), asked, JSON.stringify(env));
});
