import { printError } from './faults.ts';
import { embeddedRole, watchdogRole, workerRole } from './roles.ts';

/** The entry of every process of the local service; each role loads only what it needs. */
async function main(scriptPath: string, args: readonly string[]): Promise<void> {
  // Whatever is written here is the user's file.
  if (args[0] !== watchdogRole) process.umask(0o077);
  switch (args[0]) {
    case workerRole:
      return (await import('./worker/workerMain.ts')).startWorker(scriptPath, args[1]);
    case watchdogRole:
      return (await import('./worker/watchdog.ts')).startWatchdog();
    case embeddedRole:
      return (await import('./server/index.ts')).runEmbedded(scriptPath);
    default:
      return (await import('./server/index.ts')).runStandalone(scriptPath, args);
  }
}

const [, scriptPath = '', ...args] = process.argv;
main(scriptPath, args).catch((error: unknown) => {
  printError(error);
  process.exit(1);
});
