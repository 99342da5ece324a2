/** The contracts of identity. */
import { identityInternal } from './internal.ts';

export const identity = { ...identityInternal } as const;
