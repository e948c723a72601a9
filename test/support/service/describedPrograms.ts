import { describePrograms } from '../../../src/engines/programs/confinement/describePrograms.ts';
import { ProgramInspector } from '../../../src/engines/programs/confinement/inspector.ts';
import { provenWays } from '../../../src/engines/programs/confinement/ways.ts';
import { findPrograms } from '../../../src/engines/programs/findPrograms.ts';

// A process that says what it knows of the programs that are installed, for tests that forbid it something.
const [, , folder = ''] = process.argv;
/** However busy the machine is: Calibre alone takes seconds to tell its version. */
const maxVersionMs = 240_000;
const found = await findPrograms({ paths: {}, avoid: [] });
process.stdout.write(
  JSON.stringify(await describePrograms(found, new ProgramInspector(folder, provenWays, { maxVersionMs }))),
);
