/** This service in one process, as its peers are compared with it. */
import { startDisposableService } from '../../../scripts/start/launcher/disposable-service.ts';
import { listMember, numberMember, stringMember } from '../../../shared/rest-client/json.ts';
import { createKey, registerAccount, SPECIFIER_PERMISSIONS } from '../../world/accounts.ts';
import { createStandard, publishStandard } from '../../world/standards.ts';
import { type DocumentD, withRewordedClause } from '../document-d.ts';
import { BenchClient } from '../http-measurement.ts';
import type { Peer } from './peer.ts';

/** Starts it with an account, its key and a published standard of the document. */
export async function startThisService(document: DocumentD): Promise<Peer> {
  const service = await startDisposableService('one process');
  const { base } = service;
  const session = await registerAccount(base, 'bench', 'Bench Specifiers');
  const { client, secret } = await createKey(session, SPECIFIER_PERMISSIONS);
  const headers = { authorization: `Bearer ${secret}` };
  const sender = new BenchClient(base, headers);
  const inCompany = { subject_type: 'company' } as const;
  const { id: category_id } = await client.call('categories.create', { name: 'Bench', ...inCompany });
  const standard = { category_id, ...inCompany };

  const { id } = await createStandard(client, { name: 'Read', ...standard }, document);
  await publishStandard(client, id);
  const [revision = {}] = listMember(await client.get(`/api/standards/${id}/revisions`), 'revisions');
  const readPath = `/api/standards/${id}?revisionId=${numberMember(revision, 'id')}`;
  const listPath = '/api/standards?subject_type=company&per_page=50&format=compact';
  const saved = await createStandard(client, { name: 'Saved', ...standard }, document);
  let { version } = saved;
  const created: number[] = [];
  const save = (standardId: number, body: object): Promise<object> =>
    sender.sendJson('PUT', `/api/standards/${standardId}/working-copy`, body);

  return {
    name: 'this service (MongoDB)',
    rounds: {
      async create(round) {
        const made = await sender.sendJson('POST', '/api/standards', {
          name: `Created ${round}`,
          ...standard,
        });
        created[round] = numberMember(made, 'id');
        await save(created[round], document);
      },
      async save(round) {
        const body = { ...withRewordedClause(document, 1 + (round % 29), 'again'), baseVersion: version };
        const answer = await sender.sendJson('PUT', `/api/standards/${saved.id}/working-copy`, body);
        version = stringMember(answer, 'version');
      },
      publish: (round) => sender.sendJson('POST', `/api/standards/${created[round] ?? 0}/publish`, {}),
      read: () => sender.read(readPath),
      list: () => sender.read(listPath),
    },
    loads: { read: { url: base + readPath, headers }, list: { url: base + listPath, headers } },
    async stop() {
      sender.close();
      await service.stop();
    },
  };
}
