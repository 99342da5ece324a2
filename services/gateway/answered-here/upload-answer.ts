/** `files.upload` over HTTP: admitted first, then received, then recorded; what is refused leaves no bytes (architecture §6; F1, F5). */

import { fileUpload } from '../../../shared/contracts/files/upload.ts';
import type { Node } from '../../../shared/kernel/node.ts';
import { readParams } from '../../../shared/kernel/params.ts';
import type { ObjectStore } from '../../../shared/storage/object-store.ts';
import { sendJson } from '../answers/answer.ts';
import { ask, askAsSent } from '../asking.ts';
import { requiredTags } from '../requests/entity-tags.ts';
import { repeatableOf } from '../requests/repeatable.ts';
import { flattenRequest } from '../requests/request-params.ts';
import { abandonUpload, receiveUpload } from '../uploads/upload.ts';
import { readForm } from '../uploads/upload-form.ts';
import type { AnswerHere } from './answer-here.ts';

/** What stands in the address is judged before the first byte is taken. */
const IN_ADDRESS = { ...fileUpload['files.upload'], body: {} } as const;

/** The endpoint's answer, for the exchange. */
export function uploadAnswer(node: Node, store: ObjectStore): AnswerHere {
  return async ({ exchange, match, search, caller, judgeAgain }) => {
    const { id, spec, path } = match;
    const { projectId } = readParams(IN_ADDRESS, flattenRequest(spec, path, search, undefined), 'http');
    const { requestId, request } = exchange;
    // Whether this caller may upload here is known before the first byte is taken.
    await ask(node, 'files.admitUpload', { project_id: projectId }, { caller, requestId });
    const upload = await receiveUpload(request, store, node.config.uploads);
    let body: unknown;
    try {
      const params = flattenRequest(spec, path, search, readForm(spec, upload));
      // The same upload again has other storage keys; the bytes of a repetition go as orphans.
      const files = upload.files.map(({ key: _, ...file }) => file);
      const condition = requiredTags(spec, request);
      const repeatable = repeatableOf(spec, request, `${request.method} ${exchange.path}`, { ...params, ...condition, files });
      // Bytes may take longer than a principal lives, and a key may be revoked meanwhile.
      body = await askAsSent(node, id, params, { caller: await judgeAgain(), requestId, ...repeatable, ...condition });
    } catch (error) {
      await abandonUpload(store, upload, error);
      throw error;
    }
    await sendJson(exchange, spec.success ?? 200, body);
  };
}
