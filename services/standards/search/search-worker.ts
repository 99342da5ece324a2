/** Entry of the worker thread that runs the search engine for standards (`shared/search/serve-search.ts`). */
import { serveSearch } from '../../../shared/search/serve-search.ts';
import { readContentRows } from './content-rows.ts';

serveSearch(readContentRows);
