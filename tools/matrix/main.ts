// npm run matrix [-- --only <kind> | --engine <id> | --without-programs]: proves every conversion and compression, or
// only those of a kind, of an engine, or without the user's programs. `-- --write` only updates docs/formats.md.
import { parseArgs } from 'node:util';
import { run } from '../../test/support/command.ts';
import { closingLines } from '../../test/support/results.ts';
import {
  decoderNeeds,
  ensureSystemPackages,
  programDecoderNeeds,
  programNeeds,
} from '../../test/support/systemPackages.ts';
import { writeFormatsPage } from './formatTable.ts';
import { kindOf, programOf, type MatrixCase, caseName, matrixCases } from './matrixCases.ts';
import { proveCases } from './prove.ts';

const { values: flags } = parseArgs({
  options: {
    write: { type: 'boolean' },
    only: { type: 'string' },
    engine: { type: 'string' },
    'without-programs': { type: 'boolean' },
  },
});
const withoutPrograms = flags['without-programs'] === true;

if (flags.write) await writeFormatsPage();
else await prove(matrixCases.filter((tested) => isWanted(tested)));

async function prove(cases: readonly MatrixCase[]): Promise<void> {
  if (cases.length === 0) throw new Error('No conversion is of this kind or engine');
  await ensureSystemPackages([
    ...decoderNeeds,
    ...(withoutPrograms ? [] : [...programNeeds, ...programDecoderNeeds]),
  ]);
  await run('node', ['esbuild.mjs']);
  const results = await proveCases(cases);
  const failed = results.flatMap(({ tested, fault }) =>
    fault === undefined ? [] : [`${caseName(tested)}: ${fault}`],
  );
  const [failures, passes] = [failed.length, results.length - failed.length];
  console.log(closingLines({ passes, failures, pending: 0, failed }).join('\n'));
  process.exitCode = failures === 0 ? 0 : 1;
}

function isWanted(tested: MatrixCase): boolean {
  if (withoutPrograms && programOf(tested) !== undefined) return false;
  if (flags.engine !== undefined && tested.engine !== flags.engine) return false;
  return flags.only === undefined || kindOf(tested) === flags.only;
}
