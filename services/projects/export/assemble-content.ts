/**
 * Assembles the content that the certificate of a project revision signs.
 * It reads no values of datasheets, only the trees built when they were sealed, so that the time of a publish does not
 * depend on their size.
 */
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { newSeed } from '../../../shared/proof-tree.ts';
import {
  type RevisionContent,
  SCHEMA_VERSION,
  type StandardFingerprint,
} from '../certificates/revision-content.ts';
import { presentHeader } from '../header/present.ts';
import { type ManifestStandard, sortStandards } from '../revisions/manifest.ts';
import { presentProjectRevision } from '../revisions/present.ts';
import type { RevisionWithManifest } from '../revisions/repository.ts';
import { describeDatasheets, presentTemplate } from './datasheet-rows.ts';
import { listActiveDatasheets, loadOutlines, requireSealed } from './load-sealed.ts';
import { buildSectionRows, type CertifiedOutline, certifyRows } from './section-rows.ts';
import type { ValueTrees } from './value-trees.ts';

/** The content of a revision, under a new seed. @param revision as it will be published */
export async function assembleContent(
  { revision, manifest }: RevisionWithManifest,
  valueTrees: ValueTrees,
  ctx: RequestContext,
): Promise<RevisionContent> {
  const sheets = listActiveDatasheets(manifest);
  const outlines = await loadOutlines(manifest, ctx);
  const trees = await valueTrees.load(
    sheets.map(({ revision_id }) => revision_id),
    ctx,
  );
  const { content_hash: _, acknowledged: __, ...revisionShown } = presentProjectRevision(revision);
  const proof_seed = newSeed();
  // Every datasheet is on its pin, or the publish is blocked.
  const revisions = new Map([...outlines].map(([id, { revision: pinned }]) => [id, pinned]));
  const describe = describeDatasheets(manifest, revisions);
  return {
    schema_version: SCHEMA_VERSION,
    proof_seed,
    project: { id: revision.project_id, ...presentHeader(revision.header, revision.companies) },
    revision: revisionShown,
    sections: certifyRows(buildSectionRows(manifest, outlines), proof_seed),
    standards: sortStandards(manifest)
      .filter(({ archived }) => !archived)
      .map((standard) => fingerprintStandard(standard, outlines)),
    datasheets: sheets.map((sheet) => {
      const { code, tree } = requireSealed(trees, sheet.revision_id);
      const { root_sha256, size } = tree;
      return { ...describe(sheet, code), tree: { root_sha256, size } };
    }),
    files: manifest.files,
  };
}

function fingerprintStandard(
  { standard_id, name, standard_revision }: ManifestStandard,
  outlines: ReadonlyMap<number, CertifiedOutline>,
): StandardFingerprint {
  const { revision, fields, clauses } = requireSealed(outlines, standard_revision.id);
  return {
    standard_id,
    name,
    standard_revision,
    content_hash: revision.content_hash,
    clauses,
    template: presentTemplate(fields),
  };
}
