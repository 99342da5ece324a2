/** How far the datasheets of a project are filled in. */
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';

export interface SheetFilling {
  id: number;
  name: string;
  summary: EndpointResult<'datasheets.get'>['values_summary'];
}

/** Each is read by itself. @param most so many are */
export async function readFillings(
  datasheets: readonly { id: number }[],
  most: number,
  signal: AbortSignal,
): Promise<SheetFilling[]> {
  const sheets = await Promise.all(
    datasheets
      .slice(0, most)
      .map(({ id }) => api.call('datasheets.get', { id, format: 'compact' }, { signal })),
  );
  return sheets.map(({ id, name, values_summary }) => ({ id, name, summary: values_summary }));
}
