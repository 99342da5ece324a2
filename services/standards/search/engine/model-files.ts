/** The files of the word vectors. */

/** A vector for each token: a table of half-precision numbers in the safetensors format. */
export const WEIGHTS_FILE = 'l2_supercat_256.safetensors';
/** How text is split into tokens. */
export const TOKENIZER_FILE = 'l2_supercat_tokenizer_config.json';
