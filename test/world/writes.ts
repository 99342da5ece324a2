/**
 * Makes one successful write to any endpoint, over HTTP by an account that may do it. The writes are the cases of the
 * audit trail (`test/audit`).
 */
import assert from 'node:assert/strict';
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import { type EndpointId, endpoints } from '../../shared/contracts/index.ts';
import type { AuditedWrite, WriteContext } from '../audit/write-case.ts';
import { WRITE_CASES } from '../audit/write-cases.ts';
import { Mailbox } from '../mailbox.ts';
import { type ChannelCallArgs, type ChannelResult, callHttp } from './channels.ts';
import type { TestWorld } from './test-world.ts';

export interface Writes {
  /** What the write needs, and its parameters. Another one each time. */
  make(id: EndpointId, more?: Pick<WriteContext, 'project'>): Promise<AuditedWrite>;
  /** @param more parameters @param headers beside the credential */
  send(
    id: EndpointId,
    write: AuditedWrite,
    more?: ChannelCallArgs,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ChannelResult>;
}

/** For the tests of a file or `describe`. */
export function writesIn(world: TestWorld): Writes {
  const mailbox = new Mailbox(() => world.node.node.config.dataDir);
  let n = 0;
  return {
    async make(id, more) {
      const recipe = WRITE_CASES[id];
      assert.ok(recipe, `${id} writes: tell test/audit/*-writes.ts how`);
      n += 1;
      const { node, anyone, ada, wiki } = world;
      return recipe.make({ node, anyone, ada, wiki, n, mailbox, ...more });
    },
    send(id, { ids, body, form, who = world.ada }, more = {}, headers = {}) {
      const { auth }: EndpointSpec = endpoints[id];
      const client = auth === 'none' ? world.anyone : auth === 'session_only' ? who.session : who.key;
      return callHttp({ client }, id, { ...ids, ...(form ? {} : body), ...more }, { form, headers });
    },
  };
}
