/**
 * Tests that the PDF manual of a published revision has its signed export attached, that the verifiers accept it and
 * refuse a changed one, and that each manual handed over is audited.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { readPdf } from '../../../shared/documents/pdf/read-pdf.fixture.ts';
import { writePdf } from '../../../shared/documents/pdf/write-pdf.ts';
import { printedStandard } from '../../../shared/documents/standards.fixture.ts';
import { eventually } from '../../../test/eventually.ts';
import { administrator, anonymous, lead } from '../../../test/people.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import {
  jsVerdict,
  missingPythonVerifier,
  pythonVerdicts,
  runJsVerifier,
} from '../../../test/world/verifiers.ts';

describe('the PDF of a published revision of a project', () => {
  const site = ProjectsWorld.use();
  const folder = mkdtempSync(join(tmpdir(), 'manual-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const save = (name: string, bytes: Uint8Array | string): string => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const documentOf = async (params: { id: number; revisionId?: number; format: 'pdf' | 'docx' }) =>
    Buffer.from((await site.node.call(lead, 'projects.document', params)).bytes, 'base64');

  let id: number;
  let manual: Buffer;
  let exported: string;
  let keys: object;
  beforeAll(async () => {
    ({ projectId: id } = await site.createFilledProject('Attached “é”'));
    await site.publish(id);
    manual = await documentOf({ id, format: 'pdf' });
    exported = JSON.stringify(await site.node.call(lead, 'projects.export', { id }));
    keys = await site.node.call(anonymous, 'certificates.keys', {});
  });
  /** A PDF with this export attached. */
  const attach = (text: string): Uint8Array =>
    writePdf({
      ...printedStandard([{ address: '1', content: 'Doors.' }]),
      attachments: [{ name: 'export.json', description: 'An export', relationship: 'data', text }],
    });

  it('has the bytes of the export attached, as a file of PDF/A-3, and the key that verifies them (P18)', async () => {
    const { attachments, metadata } = await readPdf(manual);
    assert.deepEqual([...attachments.keys()].sort(), ['export.json', 'keys.json']);
    assert.equal(attachments.get('export.json'), exported);
    assert.match(String(metadata?.getRaw()), /<pdfaid:part>3<[\s\S]*<pdfaid:conformance>A</);
    assert.match(manual.toString('latin1'), /\/AFRelationship \/Data/);
  });

  it('verifies as it is, says what was verified, and asks to compare the attached key (P12, P18)', () => {
    const { code, stdout } = runJsVerifier([save('manual.pdf', manual)]);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^VERIFIED {2}.*\n {2}file {6}export\.json, which is attached to the PDF/);
    assert.match(stdout, /Attached “é”/);
    assert.match(stdout, /from the file itself\n {2}WARNING {3}compare the key: its list is attached/);
  });

  it('is refused with a reason where the attachment was changed, is missing, or the PDF was saved anew (P12, H39)', async () => {
    const { revision: draft } = await site.openDraft(id);
    const later = Buffer.concat([manual, Buffer.from('\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n')]);
    const damaged = Buffer.from(manual);
    const at = damaged.indexOf('/EmbeddedFile');
    damaged[damaged.indexOf('stream\n', at) + 40] = (damaged[damaged.indexOf('stream\n', at) + 40] ?? 0) ^ 1;
    const files: [string, Uint8Array][] = [
      ['verified', manual],
      ['verified', attach(exported)],
      ['shown-differs', attach(exported.replace('"user_value":"d1"', '"user_value":"d2"'))],
      ['content-changed', attach(exported.replace('\\"files\\":[]', '\\"files\\":[1]'))],
      ['not-json', attach('no JSON')],
      ['no-export-attached', await documentOf({ id, revisionId: draft.id, format: 'pdf' })],
      ['pdf-unreadable', later],
      ['pdf-unreadable', damaged],
      ['pdf-unreadable', manual.subarray(0, manual.length / 2)],
    ];
    assert.deepEqual(
      files.map(([, bytes]) => jsVerdict([bytes], keys)),
      files.map(([verdict]) => verdict),
    );
    if (missingPythonVerifier()) return;
    const keysFile = save('trusted.json', JSON.stringify(keys));
    assert.deepEqual(
      pythonVerdicts(
        files.map(([, bytes]) => [bytes]),
        keysFile,
      ),
      files.map(([verdict]) => verdict),
    );
  });

  it('is in the audit trail each time it is handed over, in any format (A23, R-171)', async () => {
    const { projectId } = await site.createFilledProject('Audited');
    await documentOf({ id: projectId, format: 'docx' });
    await site.publish(projectId);
    await documentOf({ id: projectId, format: 'docx' });
    const filter = { action: 'projects.document', resource_id: String(projectId) };
    await eventually(async () => {
      const { entries } = await site.node.call(administrator, 'admin.audit.list', filter);
      assert.deepEqual(
        entries.map(({ details }) => Object.keys(details).sort()),
        [
          ['format', 'revision'],
          ['format', 'revision'],
        ],
      );
    });
  });
});
