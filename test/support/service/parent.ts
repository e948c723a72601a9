import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { bundle } from './standalone.ts';

// A process that owns a local service as the extension host does, for tests that kill it.
const service = new LocalService({
  scriptPath: bundle,
  temporaryRoot: process.argv[2] ?? '',
  log: () => undefined,
});
process.stdout.write(`${JSON.stringify(await service.start())}\n`);
setInterval(() => undefined, 60_000);
