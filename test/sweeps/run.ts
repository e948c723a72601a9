import { runServiceLevel } from '../support/run/serviceLevel.ts';

// First what takes longest.
await runServiceLevel([
  'test/sweeps/rowsWithPrograms.test.ts',
  'test/sweeps/rowsWithoutPrograms.test.ts',
  'test/sweeps/**/*.test.ts',
]);
