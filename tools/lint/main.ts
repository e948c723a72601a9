// Part of npm run lint: what needs the compiler, or more time than the linter takes.
import { findLookups } from './lookups.ts';
import { findMadePatterns, patternsOf } from './patterns.ts';
import { withSources } from './sources.ts';
import { findSuperLinear } from './superLinear.ts';

const findings = await withSources(process.cwd(), async (sources) => [
  ...sources.flatMap(findLookups),
  ...sources.flatMap(findMadePatterns),
  ...(await findSuperLinear(sources.flatMap(patternsOf))),
]);
for (const { file, line, message } of findings) console.log(`${file}:${line}: ${message}`);
process.exitCode = findings.length === 0 ? 0 : 1;
