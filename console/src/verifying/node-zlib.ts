/** What the verifier takes from node:zlib, for browsers: the bytes of an attachment of a PDF. */
import { Buffer } from 'buffer';
import { unzlibSync } from 'fflate';

export const inflateSync = (packed: Uint8Array): Buffer => Buffer.from(unzlibSync(packed));
