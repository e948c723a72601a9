import { runServiceLevel } from '../support/run/serviceLevel.ts';

// First what takes longest.
await runServiceLevel(['test/sweeps/everyRow.test.ts', 'test/sweeps/**/*.test.ts']);
