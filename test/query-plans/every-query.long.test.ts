/**
 * Test of the query plans of every endpoint: no query reads a collection from end to end, and what is sorted in
 * memory is bounded.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { toJsonBody } from '../../shared/contracts/endpoint.ts';
import { WRITE_CASES } from '../audit/write-cases.ts';
import { ExampleRecorder } from '../examples/example-recorder.ts';
import {
  fieldsOf,
  recordReads,
  recordReadsAfterWrites,
  startReadableWorld,
} from '../examples/record-reads.ts';
import { Mailbox } from '../mailbox.ts';
import { anonymous } from '../people.ts';
import { callOnChannel } from '../world/channels.ts';
import { clientFor, OPEN_ENDPOINTS, type OpenEndpoint, requestPath } from '../world/contract-requests.ts';
import { resourceIds } from '../world/resource-ids.ts';
import { collectProblems } from '../world/response-checks.ts';
import { sampleBody } from '../world/sample-values.ts';
import { isLongRun, shareOf } from '../world/share-of.ts';
import { useWorld } from '../world/test-world.ts';
import { addFillerRows } from './filler-rows.ts';
import { type ProfiledQuery, QueryProfile, statementsOf } from './query-profile.ts';
import { readVariants } from './read-variants.ts';

/** Refused for its token, which is read first: addresses are not verified in this world. */
const VERIFICATION = 'account.verifyEmail';

/** What is sorted in memory, by collection and members of the sort, and why it cannot become long. */
const BOUNDED_SORTS: Readonly<Record<string, string>> = {
  'identity.jobs due,turn': 'jobs that are due: done ones are not among them',
  'wiki-moderation.jobs due,turn': 'jobs that are due: done ones are not among them',
  'projects.jobs due,turn': 'jobs that are due: done ones are not among them',
  'standards.jobs due,turn': 'jobs that are due: done ones are not among them',
  'files.jobs due,turn': 'jobs that are due: done ones are not among them',
  'standards.libraries subject_type,subject_id,is_default,folded_name':
    'the libraries of the caller’s scopes',
  'standards.standards category_key,folded_name,_id': 'one category, where the planner finds it short',
  'standards.standards folded_name,_id': 'one category, where the planner finds it short',
  'standards.standards created_at,_id': 'one category, where the planner finds it short',
  'identity.key_usage ': 'the usage of one key, of which 10,000 rows are kept',
  'projects.comments _id': 'the open comments of the caller’s projects, of which the newest are kept',
  'standards.legacy_comments created_at,_id': 'the comments of one standard, which nobody writes any more',
  'standards.legacy_comments ': 'their counts by element',
};

/** Rows of others in a collection. */
const FILLER_ROWS = 300;

/** What may read more rows than it returns, and why. */
const LONG_READS: Readonly<Record<string, string>> = {
  'identity.users count': 'the total of a list that site administrators filter, from index keys',
  'identity.companies count': 'the total of a list that site administrators filter, from index keys',
  'audit.entries count': 'the total of a list that site administrators filter, from index keys',
  'wiki-moderation.moderation_log count': 'the total of the public log, from index keys',
  'wiki-moderation.pages count': 'the pages of each public library, from index keys',
  'identity.key_usage rows': 'the usage of one key, of which 10,000 rows are kept',
};

describe('architecture §5: the queries of every endpoint', () => {
  // The filler rows are larger than any quota.
  const site = useWorld(() => startReadableWorld({ QUOTA_COMPANY_BYTES: '0', QUOTA_ACCOUNT_BYTES: '0' }));
  const mailbox = new Mailbox(() => site.node.node.config.dataDir);
  const answered = new Set<string>();
  let queries: ProfiledQuery[] = [];
  // The numbers below are those of the writes that the recorded reads need.
  let writes = 100;
  const examples = new ExampleRecorder();

  it('every read is recorded as an example, before there are rows of others', () =>
    recordReads(site, examples));

  it('every endpoint is answered while the database notes its plans', async () => {
    const { databasePrefix } = site.node.node.config;
    await addFillerRows(databasePrefix, FILLER_ROWS);
    const profile = await QueryProfile.start(databasePrefix);
    for (const route of OPEN_ENDPOINTS) await (route.spec.mutates ? sendWrite(route) : sendReads(route));
    queries = await profile.stop();
    const missing = OPEN_ENDPOINTS.map(({ id }) => id).filter((id) => !answered.has(id));
    assert.deepEqual(missing, [VERIFICATION]);
    const services = new Set(queries.map(({ collection }) => collection.split('.')[0]));
    assert.equal(services.size, 7, [...services].join(', '));
    // Some thousand requests, one after the other.
  }, 600_000);

  it('no query reads a collection from end to end', () => {
    assert.deepEqual(statementsOf(queries.filter(({ isCollectionScan }) => isCollectionScan)), []);
  });

  it('what is sorted in memory is bounded', () => {
    const keyOf = ({ collection, sortedBy }: ProfiledQuery): string => `${collection} ${sortedBy}`;
    const sorts = queries.filter((query) => query.isSortedInMemory && !(keyOf(query) in BOUNDED_SORTS));
    assert.deepEqual(statementsOf(sorts), []);
  });

  it('what a query reads does not grow with the rows of others', () => {
    const keyOf = ({ collection, isGrouped }: ProfiledQuery): string =>
      `${collection} ${isGrouped ? 'count' : 'rows'}`;
    const long = queries.filter(
      ({ examined, returned }) => examined >= FILLER_ROWS && examined > 4 * returned,
    );
    assert.deepEqual(statementsOf(long.filter((query) => !(keyOf(query) in LONG_READS))), []);
  });

  it('every endpoint still answers as its example in the OpenAPI document shows (A9)', async () => {
    await recordReadsAfterWrites(site, examples);
    assert.deepEqual(examples.differences(), []);
  });

  /** A write that succeeds, but for the one that cannot. */
  async function sendWrite(route: OpenEndpoint): Promise<void> {
    const { id, spec } = route;
    writes += 1;
    const { anyone, ada, wiki, node } = site;
    const recipe = WRITE_CASES[id];
    assert.ok(recipe || id === VERIFICATION, `${id} writes: add it to test/audit`);
    const write = recipe
      ? await recipe.make({ node, anyone, ada, wiki, n: writes, mailbox })
      : { body: { token: 'none' } };
    const { key, session } = write.who ?? ada;
    const client = { none: anyone, key_or_session: key, session_only: session }[spec.auth];
    const params = { ...write.ids, ...write.body };
    const how = { form: write.form };
    const { status, body } = await callOnChannel(
      { node, principal: anonymous, client },
      'http',
      id,
      params,
      how,
    );
    if (status < 400) answered.add(id);
    const request = write.form ? fieldsOf(write.form) : toJsonBody(spec, { ...write.body });
    const isInQuery = spec.http?.startsWith('DELETE ');
    examples.add(id, {
      request: isInQuery || !spec.body ? undefined : request,
      status,
      response: body,
      number: writes,
    });
    assert.ok(status < 400 || id === VERIFICATION, `${id}: ${status} ${JSON.stringify(body)}`);
  }

  /**
   * A read with every parameter, by an administrator of the site and by one of a company; with a share of every two of them
   * by one of the two, another one for each endpoint.
   */
  async function sendReads(route: OpenEndpoint): Promise<void> {
    const { id, method, spec } = route;
    const at = OPEN_ENDPOINTS.indexOf(route);
    const thorough = at % 2 === 0 ? site.ada : site.mallory;
    for (const tenant of [site.ada, site.mallory]) {
      const ids = resourceIds(tenant, site.wiki);
      const client = clientFor(site, spec, tenant);
      const path = requestPath(site, route, tenant);
      const body = method === 'GET' ? undefined : sampleBody(spec.body ?? {}, ids);
      const faults = await collectProblems(
        readVariants(spec.query ?? {}, ids, (pairs) =>
          isLongRun || tenant === thorough ? shareOf(pairs, at >> 1) : [],
        ),
        async (query) => {
          const { status } = await client.request(method, `${path}?${query}`, body);
          if (status < 400) answered.add(id);
          return status < 500 ? null : `${id}?${query}: ${status}`;
        },
      );
      assert.deepEqual(faults, []);
    }
  }
});
