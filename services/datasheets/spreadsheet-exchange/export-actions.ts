/** Handler of `datasheets.export`: the active datasheets of a project as a workbook, or as one table in CSV. */
import type { spreadsheetEndpoints } from '../../../shared/contracts/datasheets/spreadsheets.ts';
import { MEDIA_TYPES_OF_SPREADSHEETS } from '../../../shared/contracts/document-shapes.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { DatasheetsResources } from '../access.ts';
import type { StandardDefinition } from '../definition-cache.ts';
import type { DatasheetsService } from '../open-datasheets.ts';
import { loadPrintedNumbers, type PrintedNumbers } from '../printed-numbers.ts';
import { missingRevisionError } from '../records/repository.ts';
import type { DraftManifest } from '../saving/draft-manifest.ts';
import { layOutCsv } from '../spreadsheets/csv-layout.ts';
import type { DatasheetGroup, WrittenDatasheet } from '../spreadsheets/row-layout.ts';
import { layOutWorkbook } from '../spreadsheets/workbook-layout.ts';

type ExportContracts = Pick<typeof spreadsheetEndpoints, 'datasheets.export'>;

/** Cells of all fields; about 4 MB as a workbook. */
const MAX_CELLS = 250_000;

export const exportDatasheetActions = ({
  revisions,
  definitions,
  spreadsheets,
}: DatasheetsService): Handlers<ExportContracts, DatasheetsResources> => {
  /** The active datasheets in groups, in the order of the standards. @throws PAYLOAD_TOO_LARGE */
  async function loadGroups(
    { standards }: DraftManifest,
    pointers: DraftManifest['datasheets'],
    found: ReadonlyMap<number, StandardDefinition>,
    numbersOf: (definition: StandardDefinition) => PrintedNumbers,
  ): Promise<DatasheetGroup[]> {
    const cells = pointers.reduce(
      (sum, { standard_revision_id: id }) => sum + (found.get(id)?.fields.length ?? 0),
      0,
    );
    if (cells > MAX_CELLS)
      throw apiError(
        'PAYLOAD_TOO_LARGE',
        `An export has at most ${MAX_CELLS} cells, and this one ${cells}.`,
        {
          metadata: { limit: MAX_CELLS },
        },
      );
    const heads = await revisions.find(pointers.map((pointer) => pointer.revision_id));
    const pins = new Map(standards.map((standard) => [standard.standard_id, standard]));
    const order = [...pins.keys()];
    const byRevision = [...Map.groupBy(pointers, (pointer) => pointer.standard_revision_id)].sort(
      ([, [one]], [, [other]]) =>
        order.indexOf(one?.standard_id ?? 0) - order.indexOf(other?.standard_id ?? 0),
    );
    return byRevision.flatMap(([revisionId, members]): DatasheetGroup[] => {
      const definition = found.get(revisionId);
      if (!definition) throw missingRevisionError(revisionId);
      const pin = pins.get(definition.standard_id);
      const isOnly =
        members.length === pointers.filter((one) => one.standard_id === definition.standard_id).length;
      const datasheets = members.map(({ datasheet_id, revision_id, name }): WrittenDatasheet => {
        const head = heads.get(revision_id);
        if (!head) throw missingRevisionError(revision_id);
        const { scope, version, states } = head;
        return {
          id: datasheet_id,
          name,
          scope,
          version,
          states,
          isCurrent: pin?.standard_revision.id === revisionId,
        };
      });
      const title = pin?.name ?? '';
      return [
        {
          title: isOnly ? title : `${definition.code} ${title}`,
          definition,
          numbers: numbersOf(definition),
          datasheets,
        },
      ];
    });
  }

  return {
    async 'datasheets.export'({ id, format }, ctx) {
      const manifest = await ctx.call('projects.manifest', { project_id: id });
      const active = manifest.datasheets.filter(({ archived }) => !archived);
      const found = await definitions.loadMany(
        ctx,
        active.map((pointer) => pointer.standard_revision_id),
      );
      const numbersOf = await loadPrintedNumbers(ctx, found.values());
      const numbers = [...found.values()].map((definition) => [...numbersOf(definition)]);
      ctx.revalidate(String(manifest.revision?.id ?? 0), manifest.datasheets, manifest.standards, numbers);
      const groups = await loadGroups(manifest, active, found, numbersOf);
      const bytes =
        format === 'csv'
          ? Buffer.from(layOutCsv(id, groups))
          : await spreadsheets.write(layOutWorkbook(id, groups), ctx);
      return {
        bytes: Buffer.from(bytes).toString('base64'),
        name: `Datasheets ${id}${manifest.revision ? ` ${manifest.revision.code}` : ''}.${format}`,
        mime_type: MEDIA_TYPES_OF_SPREADSHEETS[format],
      };
    },
  };
};
