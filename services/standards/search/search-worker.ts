/** Worker thread of the search in standards. */
import { serveSearch } from '../../../shared/search/serve-search.ts';
import { readContentRows } from './content-rows.ts';

serveSearch(readContentRows);
