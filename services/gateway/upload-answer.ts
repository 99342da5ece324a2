/** `files.upload` over HTTP: admitted first, then received, then recorded; what is refused leaves no bytes (architecture §6; F1, F5). */

import { fileUpload } from '../../shared/contracts/files/upload.ts';
import type { Node } from '../../shared/kernel/node.ts';
import { readParams } from '../../shared/kernel/params.ts';
import { timeoutOf } from '../../shared/kernel/timeouts.ts';
import type { ObjectStore } from '../../shared/storage/object-store.ts';
import { levelAbsence } from './absence.ts';
import { sendJson } from './answer.ts';
import type { SignedPrincipal } from './credentials.ts';
import type { AnswerHere } from './exchange.ts';
import { repeatableOf } from './repeatable.ts';
import { flattenRequest } from './request-params.ts';
import { abandonUpload, receiveUpload } from './upload.ts';
import { readForm } from './upload-form.ts';

/** What stands in the address is judged before the first byte is taken. */
const IN_ADDRESS = { ...fileUpload['files.upload'], body: {} } as const;

/** The endpoint's answer, for the exchange. */
export function uploadAnswer(node: Node, store: ObjectStore): AnswerHere {
  return async ({ exchange, match, search, caller, judgeAgain }) => {
    const { id, spec, path } = match;
    const { projectId } = readParams(IN_ADDRESS, flattenRequest(spec, path, search, undefined), 'http');
    const as = ({ token }: SignedPrincipal, meta: Record<string, unknown> = {}) => ({
      meta: { principal: token, ...meta },
      requestID: exchange.requestId,
      timeout: timeoutOf(id),
    });
    // Whether this caller may upload here is known before the first byte is taken.
    await levelAbsence(() =>
      node.broker.call<unknown, Record<string, unknown>>('files.admitUpload', { project_id: projectId }, as(caller)),
    );
    const upload = await receiveUpload(exchange.request, store, node.config.uploads);
    let body: unknown;
    try {
      const params = flattenRequest(spec, path, search, readForm(spec, upload));
      // The same upload again has other storage keys; the bytes of a repetition go as orphans.
      const files = upload.files.map(({ key: _, ...file }) => file);
      const repeatable = repeatableOf(spec, exchange, { ...params, files });
      // Bytes may take longer than a principal lives, and a key may be revoked meanwhile.
      body = await node.broker.call<unknown, Record<string, unknown>>(id, params, as(await judgeAgain(), repeatable));
    } catch (error) {
      await abandonUpload(store, upload, error);
      throw error;
    }
    await sendJson(exchange, spec, spec.success ?? 200, body);
  };
}
