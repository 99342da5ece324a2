/** Worker thread of `spreadsheet-files.ts`: reads or writes each file that it receives and posts the result. */
import { parentPort } from 'node:worker_threads';
import { decodeCsv } from '../../../shared/spreadsheets/read-csv.ts';
import { readXlsx } from '../../../shared/spreadsheets/read-xlsx.ts';
import { UnreadableTableError } from '../../../shared/spreadsheets/table.ts';
import { writeXlsx } from '../../../shared/spreadsheets/write-xlsx.ts';
import { isXlsx } from '../../../shared/spreadsheets/xlsx-package.ts';
import { readCsv } from './csv-layout.ts';
import type { SpreadsheetResult, SpreadsheetTask } from './spreadsheet-files.ts';
import { readWorkbook } from './workbook-layout.ts';

parentPort?.on('message', (task: SpreadsheetTask) => {
  parentPort?.postMessage(run(task));
});

function run(task: SpreadsheetTask): SpreadsheetResult {
  if (task.kind === 'write') return { kind: 'written', bytes: writeXlsx(task.sheets) };
  const { projectId, bytes } = task;
  try {
    if (isXlsx(bytes)) return { kind: 'read', file: readWorkbook(projectId, readXlsx(bytes)) };
    if (bytes.includes(0))
      return {
        kind: 'unreadable',
        message: 'The file is neither an Excel workbook (.xlsx) nor a table in CSV.',
      };
    return { kind: 'read', file: readCsv(projectId, decodeCsv(bytes)) };
  } catch (error) {
    if (error instanceof UnreadableTableError) return { kind: 'unreadable', message: error.message };
    throw error;
  }
}
