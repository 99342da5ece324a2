/**
 * The form of the index in OpenSearch: its mapping, its settings, and its name, which is another one where the rows would
 * be others.
 */
import { sha256 } from '../../hash.ts';
import { SIGN_FIELDS } from './signs.ts';

/** Counts up when the documents of rows change: another index is built then. */
const FORM = 4;

const words = { type: 'text', analyzer: 'blanks', norms: false } as const;
const keyword = { type: 'keyword' } as const;
const number = { type: 'integer' } as const;
const signs = { type: 'long', index: false } as const;

const INDEX_SETTINGS = {
  analysis: {
    analyzer: { blanks: { type: 'custom', tokenizer: 'blanks' } },
    tokenizer: { blanks: { type: 'whitespace', max_token_length: 1_000 } },
  },
  auto_expand_replicas: '0-1',
  // Set, so that a shard is refreshed that nobody has searched for a while.
  refresh_interval: '1s',
} as const;

const INDEX_MAPPING = {
  dynamic: false,
  properties: {
    content: keyword,
    row: number,
    impacts: { type: 'rank_features' },
    heading_words: words,
    content_words: words,
    place: { ...keyword, doc_values: false },
    label: { ...keyword, doc_values: false },
    about: { type: 'binary', doc_values: true },
    signs: {
      properties: Object.fromEntries(SIGN_FIELDS.map((name) => [name, signs])),
    },
    /** This and the next are members of the record of a content, not of a row. */
    record: keyword,
    used_at: { type: 'long' },
  },
} as const;

/** Members of a document that are searched, and read from nowhere. */
const NOT_READ = ['heading_words', 'content_words', 'about', 'signs'];

/** What an index is created with. */
export const INDEX_FORM = {
  settings: INDEX_SETTINGS,
  mappings: { ...INDEX_MAPPING, _source: { excludes: NOT_READ } },
};

/**
 * The name of an index.
 * @param owner whose rows it has, such as a service with its databases
 * @param model digest of the word vectors; '' without them
 */
export const indexName = (owner: string, model: string): string => {
  const readable = owner.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `search-${readable}-${sha256(JSON.stringify([owner, model, FORM])).slice(0, 12)}`;
};
