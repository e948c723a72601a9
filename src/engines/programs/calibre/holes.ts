import type { Hole } from '../../api/engineDescription.ts';

export const calibreHoles: readonly Hole[] = [
  {
    // What a book says of itself is run as a program.
    formats: ['epub'],
    versions: [{ fixedIn: '9.10.0' }],
    advisories: ['CVE-2026-53511'],
  },
  {
    // A book names a file to decrypt, which may be any of the computer.
    formats: ['epub'],
    versions: [{ fixedIn: '9.2.0' }],
    advisories: ['CVE-2026-25636'],
  },
  {
    // Pictures of a book are written to any place.
    formats: ['pdb'],
    versions: [{ fixedIn: '9.3.0' }],
    advisories: ['CVE-2026-26065'],
  },
  {
    // The same.
    formats: ['rb'],
    versions: [{ fixedIn: '9.5.0' }],
    advisories: ['CVE-2026-30853'],
  },
  {
    // A text takes in pictures of any place; these books hold one.
    formats: ['pdb', 'tcr'],
    versions: [{ fixedIn: '9.6.0' }],
    advisories: ['CVE-2026-33206'],
  },
];
