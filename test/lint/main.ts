// Part of npm run lint: what needs more of the compiler than the linter has.
import { findLookups } from './lookups.ts';
import { withSources } from './sources.ts';

const findings = await withSources(process.cwd(), (sources) => sources.flatMap(findLookups));
for (const { file, line, message } of findings) console.log(`${file}:${line}: ${message}`);
process.exitCode = findings.length === 0 ? 0 : 1;
