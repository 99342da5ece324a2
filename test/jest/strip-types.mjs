/**
 * Jest transform that removes TypeScript types with Node itself, as in production; lines and columns are
 * unchanged.
 */
import { stripTypeScriptTypes } from 'node:module';

export default {
  process: (source) => ({ code: stripTypeScriptTypes(source) }),
};
