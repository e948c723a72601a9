import { runServiceLevel } from '../support/run/serviceLevel.ts';

// First what takes longest.
await runServiceLevel(['test/service/matrix.test.ts', 'test/service/**/*.test.ts']);
