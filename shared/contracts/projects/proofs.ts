/**
 * Endpoint for the proof of one clause or one value of a published project revision (decisions P12,
 * docs/verification.md).
 */
import { revisionRef } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { clauseProof, clauseWording, inclusionProof, treeHead, valueProof } from '../proofs.ts';
import * as s from '../schema.ts';
import { certificate, envelope, exportDatasheet } from './export.ts';
import { EXPORTED_REVISION, revisionIdParam } from './shapes.ts';

const { id, name, revision, standard, standard_revision, section } = exportDatasheet.props;

/** A datasheet as a certificate names it: its leaf contains the head of the tree over its values. */
export const certifiedDatasheet = s.named(
  'CertifiedDatasheet',
  s.object({
    id,
    name,
    revision,
    standard,
    standard_revision,
    section,
    tree: treeHead,
  }),
);

/** The pin of a standard: its leaf contains the head of the tree over its clauses. */
const standardPart = s.named(
  'StandardPart',
  s.object({
    part: s.oneOf('standard'),
    standard: s.object({
      standard_id: s.idOf('standard'),
      name: s.text,
      standard_revision: revisionRef,
      content_hash: s.text,
      clauses: treeHead,
    }),
  }),
);
const datasheetPart = s.named(
  'DatasheetPart',
  s.object({ part: s.oneOf('datasheet'), datasheet: certifiedDatasheet }),
);

export const projectProofEndpoints = {
  'projects.proof': endpoint({
    http: 'GET /api/projects/:id/proof',
    group: 'projects',
    summary: 'Returns the proof of one clause or value of a published revision',
    description:
      'Shows one requirement without the rest of the export: the clause or value, its Merkle path to the tree of its standard or datasheet, the path from there, and the signed certificate with the root. Verify the saved response offline with npm run verify-export and the keys of GET /api/certificates/keys. Without datasheetId, elementId is an element of a pinned standard and the result is a clause; with it, elementId is a field of that datasheet and the result is its value. Default: the current published revision. 409 PROOF_UNAVAILABLE for a draft, which is not signed. The wording of a withheld clause is null; its hash is still proved. All hashes have secret salts and reveal nothing about what is not shown.',
    auth: 'key_or_session',
    // A proof is a part of the export that is handed to others; unlike the export it shows clause text.
    permissions: ['project:export', 'standard:read'],
    optionalPermissions: ['project:draft:view', 'project:revision:view'],
    on: { resource: 'project', by: 'id' },
    mutates: false,
    path: { id: s.idOf('project') },
    query: {
      revisionId: { ...revisionIdParam, description: EXPORTED_REVISION },
      elementId: { ...s.idOf('element'), description: 'A clause, or with datasheetId a field' },
      standardId: {
        ...s.optional(s.idOf('standard')),
        description:
          'Where several standards of the revision have the clause, as a copy and its source do: which one. Default: the first in the order of the document',
      },
      datasheetId: {
        ...s.optional(s.idOf('datasheet')),
        description: 'An active datasheet of the revision, for the value of its field elementId',
      },
    },
    returns: s.named(
      'ProjectProof',
      s.object({
        proof: inclusionProof({ type: 'multi', rules: [datasheetPart, standardPart] } as const),
        clause: s.optional(s.object({ ...clauseProof.props, wording: s.nullable(clauseWording) })),
        value: s.optional(valueProof),
        certificate,
        signature: envelope,
      }),
    ),
    etag: 'bytes',
    errors: ['PROOF_UNAVAILABLE'],
    timeoutMs: 60_000,
    extension: true,
    rules: 'P12 H39 C3',
  }),
} as const;
