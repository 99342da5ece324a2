import { ADMINISTRATOR, startThrowaway } from '../../scripts/running/throwaway-service.ts';
import { missing } from '../back-ends.ts';
import { sharedServers } from '../end-to-end/shared-servers.ts';
import { describeMatrix } from './matrix.ts';

describeMatrix(
  'split over NATS',
  async () => {
    const service = await startThrowaway('split', sharedServers());
    return { base: service.base, administrator: ADMINISTRATOR, stop: () => service.stop() };
  },
  // Who may do what is decided by the same code as in one process, where every caller is tried; `--long` tries them here too.
  { cells: process.env.LAW_RUNS === undefined ? 'one caller of each outcome' : 'every caller', skip: missing('NATS') },
);
