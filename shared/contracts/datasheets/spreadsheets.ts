/** Endpoints that answer the datasheets of a project as a spreadsheet, and save what was changed in it. */
import { idAndName } from '../common-shapes.ts';
import { documentFile, SPREADSHEET_FORMATS } from '../document-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { errorDetail } from '../error-detail.ts';
import * as s from '../schema.ts';
import { revisedDatasheet, revisionSummary } from './editing.ts';
import { datasheetSeverity } from './shapes.ts';

/** Bytes of a file; in base64 it is a third longer, and fits into a message. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;
const MAX_BASE64 = Math.ceil(MAX_FILE_BYTES / 3) * 4;

export const spreadsheetEndpoints = {
  'datasheets.export': endpoint({
    http: 'GET /api/projects/:id/datasheets/export',
    group: 'datasheet',
    summary: 'Returns the datasheets of a project as a spreadsheet',
    description:
      'The active datasheets of the draft for callers who may view it, otherwise of the current published revision. xlsx: a sheet for each standard, a row for each datasheet, a column for each field; its hidden row and columns say which datasheets, versions and fields they are. csv: a row for each field of each datasheet. The printed number of a clause is in brackets behind the address of its fields, in csv a column. Every cell is text. A disposition is in brackets, with its note behind it: [not applicable] See RFI 12. Several choices are apart by semicolons. Change cells, and send the file to POST /api/projects/:id/datasheets/import. More than 250,000 cells are 413.',
    auth: 'key_or_session',
    permissions: ['datasheet:read', 'project:read'],
    optionalPermissions: ['project:draft:view'],
    on: { resource: 'project', by: 'id' },
    mutates: false,
    path: { id: s.idOf('project') },
    query: { format: { ...s.oneOf(...SPREADSHEET_FORMATS), default: 'xlsx', optional: true } },
    responseType: 'file',
    returns: documentFile,
    etag: 'bytes',
    timeoutMs: 60_000,
    extension: true,
    rules: 'D12',
  }),
  'datasheets.import': endpoint({
    http: 'POST /api/projects/:id/datasheets/import',
    group: 'datasheet',
    summary: 'Saves the changed cells of exported datasheets, all or none',
    description:
      'Takes a file of GET /api/projects/:id/datasheets/export. The body is the file itself (of the type of its format, or application/octet-stream), or JSON with the file in base64. A cell that differs from what was exported is a changed field; it is checked and merged with what others saved since as in POST /api/datasheet/:id/revise. An emptied cell erases its value. Cells are known by the hidden ids, so rows and columns may be sorted, moved and left out: what is not in the file is unchanged, and notInFile names its datasheets. A row without an id is refused. Refusals name the cell, such as Doors!F3, and nothing is saved. A formula counts with its last result. With dryRun=true the answer lists the changes, and nothing is saved.',
    auth: 'key_or_session',
    permissions: ['project:draft:edit'],
    on: { resource: 'project', by: 'id' },
    needsDraft: 409,
    mutates: true,
    path: { id: s.idOf('project') },
    query: {
      severity: { ...datasheetSeverity, default: 'MINOR', optional: true },
      summary: { ...revisionSummary, default: 'Import of a spreadsheet', optional: true },
    },
    body: {
      spreadsheet: {
        type: 'string',
        min: 1,
        max: MAX_BASE64,
        description: 'The bytes of the file in base64',
      },
    },
    fileBody: 'spreadsheet',
    bodyLimitBytes: MAX_BASE64 + 1_024,
    returns: s.named(
      'DatasheetImport',
      s.object({
        /** Of all datasheets. */
        changed: s.integer,
        datasheets: s.list(revisedDatasheet),
        unchanged: { ...s.integer, description: 'The datasheets of the file in which nothing changed' },
        notInFile: { ...s.list(idAndName('datasheet')), description: 'They are unchanged' },
        ignored: { ...s.list(errorDetail), description: 'Sheets and columns that were not exported' },
      }),
    ),
    errors: ['EDIT_CONFLICT'],
    timeoutMs: 60_000,
    extension: true,
    rules: 'D12',
  }),
} as const;
