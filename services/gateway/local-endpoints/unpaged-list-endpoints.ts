/** `standards.list` and `files.list` without `per_page` over HTTP: the whole list, sent in parts. */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import { fileReadEndpoints } from '../../../shared/contracts/files/reading.ts';
import { standardListEndpoints } from '../../../shared/contracts/standards/listing.ts';
import type { Node } from '../../../shared/kernel/node/node.ts';
import { parseParams } from '../../../shared/kernel/validation/params.ts';
import type { Gatekeeper } from '../callers/gatekeeper.ts';
import { callAction } from '../service-calls.ts';
import { sendListInParts } from './list-in-parts.ts';
import type { LocalEndpoint } from './local-endpoint.ts';

type Cursor = NonNullable<ResultOf<(typeof standardListEndpoints)['standards.listPart']>['next']>;

const MAX_ROWS_PER_PART = 100;

export function createStandardsListEndpoint(
  node: Node,
  gatekeeper: Pick<Gatekeeper, 'authenticate'>,
): LocalEndpoint {
  return {
    async respond(request, sent) {
      const { page, per_page, ...filter } = parseParams(
        standardListEndpoints['standards.list'],
        sent,
        'http',
      );
      if (per_page !== undefined || page > 1) return false;
      const { requestId, trace } = request.context;
      let atMost = MAX_ROWS_PER_PART;
      await sendListInParts<Cursor>(request, gatekeeper, {
        arrayName: 'standards',
        async loadPart(caller, after) {
          const params = { ...filter, at_most: atMost, ...(after ? { after } : {}) };
          const options = { caller, requestId, trace, timeoutOf: request.match.id };
          const { standards, next } = await callAction(node, 'standards.listPart', params, options);
          // A part with long rows is cut to fewer; the next one asks for about as many.
          atMost = Math.min(MAX_ROWS_PER_PART, Math.max(1, 2 * standards.length));
          return { rows: standards, next };
        },
        otherMembers: (total) => ({ total, page: 1, per_page: null, truncated: false }),
      });
      return true;
    },
  };
}

type FileListPart = ResultOf<(typeof fileReadEndpoints)['files.listPart']>;

export function createFilesListEndpoint(
  node: Node,
  gatekeeper: Pick<Gatekeeper, 'authenticate'>,
): LocalEndpoint {
  return {
    async respond(request, sent) {
      const { projectId, page, per_page, ...filter } = parseParams(
        fileReadEndpoints['files.list'],
        sent,
        'http',
      );
      if (per_page !== undefined || page > 1) return false;
      const { requestId, trace } = request.context;
      let revision: FileListPart['revision'] = null;
      await sendListInParts<NonNullable<FileListPart['next']>>(request, gatekeeper, {
        arrayName: 'files',
        async loadPart(caller, after) {
          const params = { ...filter, project_id: projectId, ...(after ? { after } : {}) };
          const options = { caller, requestId, trace, timeoutOf: request.match.id };
          const part = await callAction(node, 'files.listPart', params, options);
          revision = part.revision;
          return { rows: part.files, next: part.next };
        },
        otherMembers: (total) => ({ total, page: 1, per_page: null, truncated: false, revision }),
      });
      return true;
    },
  };
}
