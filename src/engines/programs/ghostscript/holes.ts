import type { Hole } from '../../api/engineDescription.ts';

const postScript = ['ps', 'eps', 'pdf'];

export const ghostscriptHoles: readonly Hole[] = [
  {
    // A character map makes it write beyond its memory; the record names the last version that has it.
    formats: postScript,
    versions: [{ fixedIn: '10.06.0' }],
    advisories: ['CVE-2025-59798'],
  },
  {
    // A letter makes it write beyond its memory.
    formats: postScript,
    versions: [{ fixedIn: '10.05.0' }],
    advisories: ['CVE-2025-27835'],
  },
  {
    // File names lead out of -dSAFER, or to code that is run.
    formats: postScript,
    versions: [{ fixedIn: '10.04.0' }],
    advisories: ['CVE-2024-46953', 'CVE-2024-46954', 'CVE-2024-46956'],
  },
  {
    // Two devices and a path lead out of -dSAFER.
    formats: postScript,
    versions: [{ fixedIn: '10.03.1' }],
    advisories: ['CVE-2024-29510', 'CVE-2024-33870', 'CVE-2024-33871'],
  },
];
