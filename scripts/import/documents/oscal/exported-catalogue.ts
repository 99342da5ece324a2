/**
 * Reader of catalogues that `GET /api/standards/:id?format=oscal` has written: their properties say exactly what the standard
 * was. A catalogue to which another program has added an element is read as any other (`catalogue.ts`).
 */
import { findOwnProperty, isOwnProperty } from '../../../../shared/oscal/own-properties.ts';
import { readOwnParameter } from '../../../../shared/oscal/write-parameter.ts';
import { isJsonObject, type JsonObject } from '../../../../shared/rest-client/json.ts';
import { compareAddresses } from '../../../../shared/revisioning/outline/address.ts';
import type { ElementContent, FieldContent } from '../../../../shared/revisioning/outline/content-hash.ts';
import { findFieldWarnings } from '../../../../shared/revisioning/outline/field-warnings.ts';
import { ELEMENT_KINDS, labelMember } from '../../../../shared/revisioning/outline/outline.ts';
import { findOutlineProblems } from '../../../../shared/revisioning/outline/outline-rules.ts';
import type { ImportChange, ReportChange } from '../import-change.ts';
import { SourceObject } from '../source-object.ts';
import type { ValidDocument } from '../valid-document.ts';

/** The standard, with what is unknown in the file reported; null for a file that was not written so, or is no outline. */
export function readExportedCatalogue(file: JsonObject, report: ReportChange): ValidDocument | null {
  const catalog = new SourceObject(file, '').object('catalog');
  const metadata = catalog?.object('metadata') ?? null;
  if (catalog === null || metadata === null) return null;
  const props = metadata.value('props');
  if (findOwnProperty(props, 'content-hash') === null) return null;
  const reader = new ExportReader();
  catalog.skip('uuid');
  metadata.skip('last-modified', 'version', 'oscal-version', 'remarks');
  const title = metadata.text('title') ?? '';
  const isWhole = reader.readBelow(catalog);
  metadata.reportRest(reader.report);
  catalog.reportRest(reader.report);
  const elements = reader.elements.sort((a, b) => compareAddresses(a.address, b.address));
  const { fields, changes } = reader;
  if (!isWhole || findOutlineProblems({ elements, fields }).length > 0) return null;
  for (const change of changes) report(change);
  const description = findOwnProperty(props, 'description') ?? '';
  const warnings = findFieldWarnings(fields).map(({ address, rule, message }) => ({
    address,
    rule: rule.replaceAll('_', '-'),
    message,
  }));
  return { title, description, elements, fields, warnings };
}

class ExportReader {
  readonly elements: ElementContent[] = [];
  readonly fields: FieldContent[] = [];
  readonly changes: ImportChange[] = [];
  readonly report: ReportChange = (change) => this.changes.push(change);

  /** Reads what is below an owner; false where something was not written by the service. */
  readBelow(owner: SourceObject): boolean {
    return [...owner.objects('groups'), ...owner.objects('controls'), ...owner.objects('parts')].every(
      (element) => this.#readElement(element),
    );
  }

  #readElement(element: SourceObject): boolean {
    const props = element.value('props');
    const address = findOwnProperty(props, 'address');
    const kind = ELEMENT_KINDS.find((one) => one === findOwnProperty(props, 'kind'));
    if (address === null || kind === undefined) return false;
    for (const prop of element.objects('props'))
      if (!isOwnProperty({ name: prop.look('name'), ns: prop.look('ns') })) prop.reportRest(this.report);
    const heading = element.text('title') ?? '';
    const statement = this.#takeStatement(element);
    this.elements.push({
      address,
      content: element.text('prose') ?? statement?.text('prose') ?? '',
      kind,
      ...labelMember(findOwnProperty(props, 'printed-number')),
      toc_content: findOwnProperty(props, 'heading') ?? heading,
    });
    const parts = element.objects('parts').filter(({ path }) => path !== statement?.path);
    element.skip('id', 'name', 'parts');
    statement?.skip('id', 'name');
    statement?.reportRest(this.report);
    const isWhole =
      this.#readFields(element, address) &&
      [...element.objects('groups'), ...element.objects('controls'), ...parts].every((below) =>
        this.#readElement(below),
      );
    element.reportRest(this.report);
    return isWhole;
  }

  /** The part with the text of a group or control, which is no element of its own. */
  #takeStatement(element: SourceObject): SourceObject | undefined {
    return element
      .objects('parts')
      .find(
        (part) =>
          ['statement', 'overview'].includes(part.text('name') ?? '') &&
          findOwnProperty(part.look('props'), 'address') === null,
      );
  }

  #readFields(element: SourceObject, address: string): boolean {
    const params = element.value('params') ?? [];
    return (Array.isArray(params) ? params : [params]).every((param) => {
      const field = isJsonObject(param) ? readOwnParameter(param, address) : null;
      if (field !== null) this.fields.push(field);
      return field !== null;
    });
  }
}
