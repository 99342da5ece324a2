/** Worker thread of the search in wiki pages. */
import { serveSearch } from '../../../shared/search/serve-search.ts';
import { readPageRows } from './page-rows.ts';

serveSearch(readPageRows);
