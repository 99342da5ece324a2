/**
 * Makes one successful write to any endpoint, over HTTP by an account that may do it. The writes are the cases of the
 * audit trail (`test/audit`).
 */
import assert from 'node:assert/strict';
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import { type EndpointId, endpoints } from '../../shared/contracts/index.ts';
import type { ApiResponse, RestClient } from '../../shared/rest-client/client.ts';
import type { AuditedWrite, WriteContext } from '../audit/write-case.ts';
import { WRITE_CASES } from '../audit/write-cases.ts';
import { Mailbox } from '../mailbox.ts';
import { type ChannelCallArgs, type ChannelResult, callHttp, sendHttp } from './channels.ts';
import type { TestWorld } from './test-world.ts';

export interface Writes {
  /** How many were made; the names of the last one end with it. */
  readonly count: number;
  /** What the write needs, and its parameters. Another one each time. */
  make(id: EndpointId, more?: Pick<WriteContext, 'project'>): Promise<AuditedWrite>;
  /** @param more parameters @param headers in addition to the credential */
  send(
    id: EndpointId,
    write: AuditedWrite,
    more?: ChannelCallArgs,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ChannelResult>;
  /** The same with the headers of the response, and who sent it. */
  request(
    id: EndpointId,
    write: AuditedWrite,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ApiResponse & { client: RestClient }>;
}

/** For the tests of a file or `describe`. */
export function writesIn(world: TestWorld): Writes {
  const mailbox = new Mailbox(() => world.node.node.config.dataDir);
  let n = 0;
  const clientOf = (id: EndpointId, { who = world.ada }: AuditedWrite): RestClient => {
    const { auth }: EndpointSpec = endpoints[id];
    return auth === 'none' ? world.anyone : auth === 'session_only' ? who.session : who.key;
  };
  const paramsOf = ({ ids, body, form }: AuditedWrite): ChannelCallArgs => ({
    ...ids,
    ...(form ? {} : body),
  });
  return {
    get count() {
      return n;
    },
    async make(id, more) {
      const recipe = WRITE_CASES[id];
      assert.ok(recipe, `${id} writes: tell test/audit/*-writes.ts how`);
      n += 1;
      const { node, anyone, ada, wiki } = world;
      return recipe.make({ node, anyone, ada, wiki, n, mailbox, ...more });
    },
    send(id, write, more = {}, headers = {}) {
      const client = clientOf(id, write);
      return callHttp({ client }, id, { ...paramsOf(write), ...more }, { form: write.form, headers });
    },
    async request(id, write, headers = {}) {
      const client = clientOf(id, write);
      return { client, ...(await sendHttp({ client }, id, paramsOf(write), { form: write.form, headers })) };
    },
  };
}
