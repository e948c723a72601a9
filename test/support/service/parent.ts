// node parent.ts <folder for the service> <folder for conversions>: owns a local service as the extension host does, for
// tests that kill it. Prints a line when a conversion has begun.
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { named } from './files.ts';
import { sample } from './fixtures.ts';
import { LocalWork } from './localWork.ts';
import { bundle } from './standalone.ts';

const [temporaryRoot = '', folder = ''] = process.argv.slice(2);
const service = new LocalService({ scriptPath: bundle, temporaryRoot, log: () => undefined });
const work = new LocalWork(service, folder, named(sample('cat.png')), 'avif');
await work.begun;
process.stdout.write('begun\n');
setInterval(() => undefined, 60_000);
