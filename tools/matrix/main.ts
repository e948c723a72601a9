// npm run matrix [-- --write | --only <kind> | --program <id> | --without-programs]: proves every conversion and
// compression, or only those of a kind, of a user's program, or without programs. --write updates docs/formats.md.
import { parseArgs } from 'node:util';
import { run } from '../../test/support/command.ts';
import { closingLine } from '../../test/support/results.ts';
import {
  decoderNeeds,
  ensureSystemPackages,
  programDecoderNeeds,
  programNeeds,
} from '../../test/support/systemPackages.ts';
import { writeFormatsPage } from './formatTable.ts';
import { proveCases, type CaseResult } from './matrix.ts';
import { kindOf, programOf, type MatrixCase, caseName, matrixCases } from './matrixCases.ts';
import { MatrixServices } from './services.ts';
import { formatKinds } from '../../src/contract/formats/format.ts';

const { values: flags } = parseArgs({
  options: {
    write: { type: 'boolean' },
    only: { type: 'string' },
    program: { type: 'string' },
    'without-programs': { type: 'boolean' },
  },
});
const withoutPrograms = flags['without-programs'] === true;
const isPart = flags.only !== undefined || flags.program !== undefined || withoutPrograms;

await ensureSystemPackages([
  ...decoderNeeds,
  ...(withoutPrograms ? [] : [...programNeeds, ...programDecoderNeeds]),
]);
await run('node', ['esbuild.mjs']);
const services = await MatrixServices.start();
try {
  const verdicts = await proveCases(
    services.apiOf,
    matrixCases.filter((tested) => isWanted(tested)),
  );
  const failed = verdicts.filter(({ fault }) => fault !== undefined);
  for (const { tested, fault } of failed) console.log(`${caseName(tested)}: ${fault}`);
  const [failures, passes] = [failed.length, verdicts.length - failed.length];
  console.log(closingLine({ passes, failures, pending: 0 }));
  console.log(JSON.stringify(proven(verdicts)));
  if (flags.write && !isPart && failures === 0) await writeFormatsPage();
  else if (flags.write)
    console.log('docs/formats.md is unchanged: only a complete run without failures writes it.');
  process.exitCode = failures === 0 ? 0 : 1;
} finally {
  await services.stop();
}

function isWanted(tested: MatrixCase): boolean {
  const program = programOf(tested);
  if (withoutPrograms && program !== undefined) return false;
  if (flags.program !== undefined && program !== flags.program) return false;
  return flags.only === undefined || kindOf(tested) === flags.only;
}

/**
 * The proven conversions: all of them, those of each kind, and those by the user's programs, including the ones that
 * the programs only do better.
 */
function proven(verdicts: readonly CaseResult[]): Record<string, number> {
  const good = verdicts.filter(({ tested, fault }) => tested.tool === 'convert' && fault === undefined);
  const byKind = formatKinds.map(
    (kind) => [kind, pairs(good.filter(({ tested }) => kindOf(tested) === kind))] as const,
  );
  const viaTools = good.filter(({ tested }) => programOf(tested) !== undefined).length;
  return { pairs: pairs(good), ...Object.fromEntries(byKind), viaTools };
}

/** The number of pairs. A pair with two engines counts once. */
function pairs(verdicts: readonly CaseResult[]): number {
  return new Set(verdicts.map(({ tested }) => `${tested.from} ${tested.to}`)).size;
}
