import { ConfigError } from '../../shared/kernel/config.ts';
import { ProgramMissing } from '../back-ends/locate.ts';
import { MongodFailed } from '../back-ends/mongod.ts';
import { DataFolderInUse } from '../back-ends/orphan.ts';

/** Exit code of a wrong configuration, after sysexits.h. */
export const EX_CONFIG = 78;

/** Says in one line what is wrong where that is known, and ends the process: 78 for a wrong variable, else 1. */
export function complainAndExit(error: unknown): never {
  if (error instanceof ConfigError) {
    console.error(error.message);
    process.exit(EX_CONFIG);
  }
  console.error(known(error) ?? error);
  process.exit(1);
}

function known(error: unknown): string | null {
  if (error instanceof ProgramMissing || error instanceof MongodFailed || error instanceof DataFolderInUse) return error.message;
  const { code, syscall, address, port, name, message } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (syscall === 'listen' && code === 'EADDRINUSE') return `Port ${port} of ${address} is taken. Set PORT to a free one.`;
  if (syscall === 'listen') return `Cannot listen on ${address}:${port} (${code}). Set HOST and PORT.`;
  if (name === 'MongooseServerSelectionError' || name === 'MongoServerSelectionError') {
    return `MONGODB_URI does not answer: ${message}`;
  }
  return null;
}
