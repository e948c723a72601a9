// npm run matrix [-- --write | --only <kind> | --tools | --program <id>]: proves every row of the registry, or those of a
// kind, those of all the user's programs, or those of one; with --write the README lists what is proven. The rows of a
// program that is not installed are left out.
import { parseArgs } from 'node:util';
import { findPrograms } from '../../src/localService/programs/findPrograms.ts';
import { run } from '../support/command.ts';
import { closingLine } from '../support/results.ts';
import { StandaloneService } from '../support/service/standalone.ts';
import {
  decoderNeeds,
  ensureSystemPackages,
  programDecoderNeeds,
  programNeeds,
} from '../support/systemPackages.ts';
import { writeTable } from './formatTable.ts';
import { proveRows } from './matrix.ts';
import { kindOf, programOf, type Row, rowName, rows } from './rows.ts';
import { proven } from './summary.ts';

const { values: flags } = parseArgs({
  options: {
    write: { type: 'boolean' },
    only: { type: 'string' },
    tools: { type: 'boolean' },
    program: { type: 'string' },
  },
});
const isPart = flags.only !== undefined || flags.tools === true || flags.program !== undefined;

const wantsPrograms = flags.tools === true || flags.program !== undefined;
await ensureSystemPackages([...decoderNeeds, ...(wantsPrograms ? programNeeds : [])]);
const found = await findPrograms({});
if (found.size > 0) await ensureSystemPackages(programDecoderNeeds);
await run('node', ['esbuild.mjs']);
const service = await StandaloneService.start();
try {
  const verdicts = await proveRows(
    service.api,
    rows.filter((row) => isWanted(row)),
  );
  const failed = verdicts.filter(({ fault }) => fault !== undefined);
  for (const { row, fault } of failed) console.log(`${rowName(row)}: ${fault}`);
  const [failures, passes] = [failed.length, verdicts.length - failed.length];
  console.log(closingLine({ passes, failures, pending: 0 }));
  console.log(JSON.stringify(proven(verdicts)));
  if (flags.write && !isPart && failures === 0) await writeTable();
  process.exitCode = failures === 0 ? 0 : 1;
} finally {
  await service.stop();
}

function isWanted(row: Row): boolean {
  const program = programOf(row);
  if (program !== undefined && !found.has(program)) return false;
  if (flags.tools && program === undefined) return false;
  if (flags.program !== undefined && program !== flags.program) return false;
  return flags.only === undefined || kindOf(row) === flags.only;
}
