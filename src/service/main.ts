import { printError } from './faults.ts';
import { localRole, watchdogRole, workerRole } from './roles.ts';

/** The entry point of all processes of the local service. Each role loads only the code that it needs. */
async function main(scriptPath: string, args: readonly string[]): Promise<void> {
  // Only the user can access files that these processes create.
  if (args[0] !== watchdogRole) process.umask(0o077);
  switch (args[0]) {
    case workerRole:
      return (await import('./worker/workerMain.ts')).startWorker(scriptPath, args[1]);
    case watchdogRole:
      return (await import('./worker/watchdog.ts')).startWatchdog();
    case localRole:
      return (await import('./local/localService.ts')).runLocalService(scriptPath);
    default:
      return (await import('./server/standalone.ts')).runStandalone(scriptPath, args);
  }
}

const [, scriptPath = '', ...args] = process.argv;
main(scriptPath, args).catch((error: unknown) => {
  printError(error);
  process.exit(1);
});
