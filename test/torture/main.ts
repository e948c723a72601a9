// npm run torture -- --seed S --rounds N [--windows W]: prints what happened as one line of JSON; what went wrong in sentences before.
import { parseArgs } from 'node:util';
import { isClean, torture } from './torture.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '20' },
    windows: { type: 'string' },
  },
});
const report = await torture({
  seed: Number(values.seed),
  rounds: Number(values.rounds),
  ...(values.windows === undefined ? {} : { windows: Number(values.windows) }),
  tell: (line) => console.error(line),
});
console.log(JSON.stringify(report));
process.exitCode = isClean(report) ? 0 : 1;
