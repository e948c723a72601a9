import { runServiceLevel } from '../support/run/serviceLevel.ts';

// The rows first, because they take longest.
await runServiceLevel(['test/sweeps/rows/*.test.ts', 'test/sweeps/**/*.test.ts']);
