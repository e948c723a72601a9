// Part of npm run lint: rules that need the compiler, rules that take too long for the linter, and rules for English
// text.
import { findLookups } from './lookups.ts';
import { findMadePatterns, patternsOf } from './patterns.ts';
import { findProse } from './prose.ts';
import { withSources } from './sources.ts';
import { findSuperLinear } from './superLinear.ts';

const folder = process.cwd();
const findings = await withSources(folder, async (sources) => [
  ...findProse(folder),
  ...sources.flatMap(findLookups),
  ...sources.flatMap(findMadePatterns),
  ...(await findSuperLinear(sources.flatMap(patternsOf))),
]);
for (const { file, line, message } of findings) console.log(`${file}:${line}: ${message}`);
process.exitCode = findings.length === 0 ? 0 : 1;
