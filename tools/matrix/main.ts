// npm run matrix [-- --write | --only <kind> | --program <id> | --without-programs]: proves every row of the registry,
// or those of a kind or of a user's program, or only those without programs; --write updates docs/formats.md.
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
import { proveRows, type Verdict } from './matrix.ts';
import { kindOf, programOf, type Row, rowName, rows } from './rows.ts';
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
  const verdicts = await proveRows(
    services.apiOf,
    rows.filter((row) => isWanted(row)),
  );
  const failed = verdicts.filter(({ fault }) => fault !== undefined);
  for (const { row, fault } of failed) console.log(`${rowName(row)}: ${fault}`);
  const [failures, passes] = [failed.length, verdicts.length - failed.length];
  console.log(closingLine({ passes, failures, pending: 0 }));
  console.log(JSON.stringify(proven(verdicts)));
  if (flags.write && !isPart && failures === 0) await writeFormatsPage();
  process.exitCode = failures === 0 ? 0 : 1;
} finally {
  await services.stop();
}

function isWanted(row: Row): boolean {
  const program = programOf(row);
  if (withoutPrograms && program !== undefined) return false;
  if (flags.program !== undefined && program !== flags.program) return false;
  return flags.only === undefined || kindOf(row) === flags.only;
}

/** The proven conversions: altogether, by kind, and those of them that programs of the user's do, here where they do better, too. */
function proven(verdicts: readonly Verdict[]): Record<string, number> {
  const good = verdicts.filter(({ row, fault }) => row.tool === 'convert' && fault === undefined);
  const byKind = formatKinds.map(
    (kind) => [kind, pairs(good.filter(({ row }) => kindOf(row) === kind))] as const,
  );
  const viaTools = good.filter(({ row }) => programOf(row) !== undefined).length;
  return { pairs: pairs(good), ...Object.fromEntries(byKind), viaTools };
}

/** The number of pairs; one with two engines counts once. */
function pairs(verdicts: readonly Verdict[]): number {
  return new Set(verdicts.map(({ row }) => `${row.from} ${row.to}`)).size;
}
