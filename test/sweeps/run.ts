import { runServiceLevel } from '../support/run/serviceLevel.ts';

await runServiceLevel(['test/sweeps/**/*.test.ts']);
