// npm run matrix [-- --write | --only <kind>] [--universal]: proves every row of the registry, or those of a kind; with
// --write the README lists what is proven; with --universal it is the universal package that converts.
import { parseArgs } from 'node:util';
import { run } from '../support/command.ts';
import { closingLine } from '../support/results.ts';
import { StandaloneService } from '../support/service/standalone.ts';
import { makeUniversalPackage } from '../support/service/universalPackage.ts';
import { decoderNeeds, ensureSystemPackages } from '../support/systemPackages.ts';
import { writeTable } from './formatTable.ts';
import { proveRows } from './matrix.ts';
import { kindOf, rowName, rows } from './rows.ts';
import { proven } from './summary.ts';

const { values: flags } = parseArgs({
  options: { write: { type: 'boolean' }, only: { type: 'string' }, universal: { type: 'boolean' } },
});

await ensureSystemPackages(decoderNeeds);
const universal = flags.universal ? await makeUniversalPackage() : undefined;
if (!universal) await run('node', ['esbuild.mjs']);
const service = await StandaloneService.start([], undefined, universal?.scriptPath);
try {
  const verdicts = await proveRows(
    service.api,
    rows.filter((row) => flags.only === undefined || kindOf(row) === flags.only),
  );
  const failed = verdicts.filter(({ fault }) => fault !== undefined);
  for (const { row, fault } of failed) console.log(`${rowName(row)}: ${fault}`);
  const [failures, passes] = [failed.length, verdicts.length - failed.length];
  console.log(closingLine({ passes, failures, pending: 0 }));
  console.log(JSON.stringify(proven(verdicts)));
  if (flags.write && flags.only === undefined && failures === 0) await writeTable();
  process.exitCode = failures === 0 ? 0 : 1;
} finally {
  await service.stop();
  await universal?.dispose();
}
