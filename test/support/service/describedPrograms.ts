import { describePrograms, ProgramInspector } from '../../../src/engines/programs/confinement/inspector.ts';
import { provenMechanisms } from '../../../src/engines/programs/confinement/mechanisms.ts';
import { findPrograms } from '../../../src/engines/programs/findPrograms.ts';

// A process that describes the installed programs, for tests that restrict it.
const [, , folder = ''] = process.argv;
/** Enough for a busy machine, since Calibre alone takes seconds to report its version. */
const maxVersionMs = 240_000;
const found = await findPrograms({ paths: {}, avoid: [] });
process.stdout.write(
  JSON.stringify(
    await describePrograms(found, new ProgramInspector(folder, provenMechanisms, { maxVersionMs })),
  ),
);
