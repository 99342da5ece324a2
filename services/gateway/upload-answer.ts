/** `files.upload` over HTTP: admitted first, then received, then recorded; what is refused leaves no bytes (architecture §6; F1, F5). */

import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import { timeoutOf } from '../../shared/kernel/call.ts';
import type { Node } from '../../shared/kernel/node.ts';
import { invalid, spellingsOf } from '../../shared/kernel/params.ts';
import type { ObjectStore } from '../../shared/storage/object-store.ts';
import { sendJson } from './answer.ts';
import type { AnswerHere } from './exchange.ts';
import { flattenRequest, readText } from './request-params.ts';
import { abandonUpload, receiveUpload } from './upload.ts';

/** The endpoint's answer, for the exchange. */
export function uploadAnswer(node: Node, store: ObjectStore): AnswerHere {
  return async ({ exchange, match, search, caller }) => {
    const { id, spec, path } = match;
    const inAddress = flattenRequest(spec, path, search, undefined);
    const options = { meta: { principal: caller.token }, requestID: exchange.requestId, timeout: timeoutOf(id) };
    // Whether this caller may upload here is known before the first byte is taken.
    await node.broker.call<unknown, Record<string, unknown>>('files.admitUpload', { project_id: inAddress.projectId }, options);
    const upload = await receiveUpload(exchange.request, store, node.config.uploads);
    let body: unknown;
    try {
      const params = { ...readForm(spec, upload.fields), files: upload.files, ...inAddress };
      body = await node.broker.call<unknown, Record<string, unknown>>(id, params, options);
    } catch (error) {
      await abandonUpload(store, upload, error);
      throw error;
    }
    sendJson(exchange, spec, spec.success ?? 200, body);
  };
}

/**
 * Form fields as parameters: one value each, `tags` as repeated parts or one JSON array (F5).
 * @throws VALIDATION_ERROR for a field sent twice
 */
export function readForm(spec: EndpointSpec, fields: ReadonlyMap<string, readonly string[]>): Record<string, unknown> {
  const props = spec.body ?? {};
  const names = spellingsOf(props);
  const read: Record<string, unknown> = {};
  for (const [field, values] of fields) {
    const name = names.get(field);
    const schema = name === undefined ? undefined : props[name];
    // The parts named `files` are the files themselves; a field of that name is not one of them.
    if (name === undefined || !schema || name === 'files') continue;
    const [first = ''] = values;
    if (schema.type === 'array') read[field] = values.length === 1 && first.startsWith('[') ? parseList(field, first) : values;
    else if (values.length > 1) throw invalid([{ path: field, message: `'${field}' is sent twice.` }]);
    else read[field] = readText(schema, first);
  }
  return read;
}

function parseList(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid([{ path: field, message: `'${field}' must be a JSON array or repeated parts.` }]);
  }
}
