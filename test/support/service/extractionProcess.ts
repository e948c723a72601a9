// node extractionProcess.ts <archive>: extracts an archive and prints, as JSON, the error and the names in its folder.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { extractBeside } from '../../../src/vscode/convert/extraction.ts';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { bundle } from './standalone.ts';

const [archive = ''] = process.argv.slice(2);
const local = new LocalService({ scriptPath: bundle, log: () => undefined });
const said = await extractBeside(local, archive, AbortSignal.any([])).then(
  () => undefined,
  (error: Error) => error.message,
);
local.dispose();
process.stdout.write(JSON.stringify({ said, left: readdirSync(path.dirname(archive)) }));
