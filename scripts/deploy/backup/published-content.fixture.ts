/**
 * Test fixture: reads everything published through REST (the revisions of standards and projects, exports and files),
 * to compare a restored deployment with its source.
 */
import { createHash } from 'node:crypto';
import type { RestClient } from '../../../shared/rest-client/client.ts';
import { stringMember } from '../../../shared/rest-client/json.ts';

export interface PublishedContent {
  /** The content of each revision, by `standard 3 revision 7`, `project 2 revision 4` or `file 5`. */
  contents: Map<string, string>;
  /** Signed exports of project revisions, as the service sent them. */
  exports: string[];
}

/** Reads everything that is published. @throws ApiError, also when a project names what is not there */
export async function readPublished(api: RestClient): Promise<PublishedContent> {
  const found: PublishedContent = { contents: new Map(), exports: [] };
  await readStandards(api, found);
  const projects = await api.request('GET', '/api/projects');
  // At the time of the backup the company may have had no project on which somebody has permissions.
  if (projects.status === 403) return found;
  const { owned, company } = await api.call('projects.list');
  for (const { id } of [...owned, ...company]) await readProject(api, id, found);
  return found;
}

async function readStandards(api: RestClient, { contents }: PublishedContent): Promise<void> {
  const { standards } = await api.call('standards.list');
  for (const { id } of standards) {
    const { revisions } = await api.call('standards.revisions', { id });
    for (const { id: revisionId } of revisions) {
      const { content_hash, elements, datasheet_elements } = await api.get(
        `/api/standards/${id}?revisionId=${revisionId}`,
      );
      contents.set(
        `standard ${id} revision ${revisionId}`,
        JSON.stringify([content_hash, elements, datasheet_elements]),
      );
    }
  }
}

async function readProject(api: RestClient, id: number, found: PublishedContent): Promise<void> {
  const { revisions } = await api.call('projects.revisions', { id });
  for (const { id: revisionId, is_draft, content_hash } of revisions) {
    if (is_draft) continue;
    const standards = await api.call('projects.standards.list', { id, revisionId });
    const exported = await api.post(`/api/projects/export/${id}`, { revisionId });
    found.exports.push(JSON.stringify(exported));
    const { certificate, signature } = exported;
    found.contents.set(
      `project ${id} revision ${revisionId}`,
      JSON.stringify([content_hash, standards, certificate, signature]),
    );
    const { files } = await api.call('files.list', { projectId: id, revisionId });
    for (const file of files) {
      const bytes = await download(api, `/api/files/projects/${id}/download/${file.id}`);
      found.contents.set(`file ${file.id}`, createHash('sha256').update(bytes).digest('hex'));
    }
  }
}

async function download(api: RestClient, path: string): Promise<Uint8Array> {
  const { status, headers, body } = await api.request('GET', path);
  if (status === 200) return Buffer.from(stringMember(body, 'bytes'), 'base64');
  const response = await fetch(headers.get('location') ?? '');
  if (!response.ok) throw new Error(`${path} answered ${status}, then ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
