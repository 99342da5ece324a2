/** Entry of the worker thread of the search in wiki pages, which reads its rows with `page-rows.ts`. */
import { serveSearch } from '../../../shared/search/serve-search.ts';
import { readPageRows } from './page-rows.ts';

serveSearch(readPageRows);
