import { ADMINISTRATOR, startThrowaway } from '../../scripts/running/throwaway-service.ts';
import { databasePrefix, missing, mongodbUri, natsUrl } from '../back-ends.ts';
import { describeMatrix } from './matrix.ts';

describeMatrix(
  'split over NATS',
  async () => {
    const service = await startThrowaway('split', {
      MONGODB_URI: mongodbUri(),
      DATABASE_PREFIX: databasePrefix('matrix'),
      NATS_URL: natsUrl(),
      CHECK_ANSWERS: 'true',
    });
    return { base: service.base, administrator: ADMINISTRATOR, stop: () => service.stop() };
  },
  missing('NATS'),
);
