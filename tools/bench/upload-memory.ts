/**
 * `npm run dev -- upload-memory`: memory of the service during uploads of 100 MiB; exits with 1 above the
 * limit.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startDisposableService } from '../../scripts/start/launcher/disposable-service.ts';
import { populateWorld } from '../world/population.ts';
import { MAX_UPLOAD_RISE_MB, START_UP_MS, uploadLargeFile, watchMemory } from './large-upload.ts';

const ROUNDS = 4;

const service = await startDisposableService('one process');
try {
  await pause(START_UP_MS);
  const { ada } = await populateWorld(service.base);
  const { projectId, secret } = ada;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { before, rise, result } = await watchMemory(service, () =>
      uploadLargeFile({ base: service.base, projectId, secret }),
    );
    const { status, seconds } = result;
    console.log(
      `Upload ${round}: ${status}, ${seconds.toFixed(1)} s, ${before} MB before, a rise of ${rise} MB; the limit is ${MAX_UPLOAD_RISE_MB} MB.`,
    );
    if (status !== 201 || rise > MAX_UPLOAD_RISE_MB) process.exitCode = 1;
  }
} finally {
  await service.stop();
}
