import type { Loss } from '../../../contract/losses.ts';
import {
  type Conversion,
  type EngineDescription,
  programConversions,
  type Vulnerability,
} from '../../api/engineDescription.ts';
import { documentRow, optionsOf } from '../../documents/documents.ts';
import { programs } from '../programs.ts';

/** E-book formats that Calibre reads directly. It never reads HTML directly, because it would embed local files. */
const calibreBooks = ['epub', 'mobi', 'azw3'] as const;
/**
 * E-book formats of discontinued e-readers. Calibre converts them to EPUB, and the document engine converts EPUB to
 * other formats.
 */
export const calibreOldBooks = ['lit', 'lrf', 'pdb', 'rb', 'tcr'] as const;
/** Formats that the document engine converts to EPUB for Calibre. */
const calibreDocuments = ['docx', 'odt', 'rtf', 'html', 'md', 'fb2', 'tex', 'txt'] as const;

/** Formats that Calibre writes directly. The document engine writes the others from EPUB. */
const calibreTargets = ['azw3', 'mobi', 'htmlz'] as const;
const calibreOldBookTargets = [...calibreTargets, 'epub'] as const;
/** Formats that the document engine writes from Calibre's EPUB. */
const calibrePageTargets = ['html', 'md', 'txt', 'docx', 'odt', 'rtf', 'pdf'] as const;

export const documents: ReadonlySet<string> = new Set(calibreDocuments);
export const pageTargets: ReadonlySet<string> = new Set(calibrePageTargets);

/** The losses that the document engine causes when it converts to EPUB for Calibre. */
function ownLosses(from: string, to: string): readonly Loss[] {
  return documentRow(from, to)?.losses ?? [];
}

/** The MOBI books of the first Kindles support few styles. */
const targetLosses = (to: string): readonly Loss[] => (to === 'mobi' ? ['formatting'] : []);

const conversion = programConversions(-4);

/** Calibre's conversions between e-book formats, and from documents to e-books. */
const calibreConversions = (): readonly Conversion[] => [
  ...calibreBooks.flatMap((from) =>
    calibreTargets.filter((to) => to !== from).map((to) => conversion(from, to, targetLosses(to))),
  ),
  ...calibreDocuments.flatMap((from) =>
    calibreTargets.map((to) => {
      const losses = new Set([...ownLosses(from, 'epub'), ...targetLosses(to)]);
      return conversion(from, to, [...losses], () => optionsOf(from, 'epub'));
    }),
  ),
  ...calibreOldBooks.flatMap((from) => [
    ...calibreOldBookTargets.map((to) => conversion(from, to, targetLosses(to))),
    ...calibrePageTargets.map((to) =>
      conversion(from, to, ownLosses('epub', to), () => optionsOf('epub', to)),
    ),
  ]),
];

const calibreVulnerabilities: readonly Vulnerability[] = [
  {
    // CVE-2026-53511: Calibre executes metadata of an EPUB book as code.
    formats: ['epub'],
    versions: [{ fixedIn: '9.10.0' }],
    advisories: ['CVE-2026-53511'],
  },
  {
    // CVE-2026-25636: an EPUB book can make Calibre decrypt any file on the computer.
    formats: ['epub'],
    versions: [{ fixedIn: '9.2.0' }],
    advisories: ['CVE-2026-25636'],
  },
  {
    // CVE-2026-26065: a PDB book can write its pictures to arbitrary paths.
    formats: ['pdb'],
    versions: [{ fixedIn: '9.3.0' }],
    advisories: ['CVE-2026-26065'],
  },
  {
    // CVE-2026-30853: an RB book can write its pictures to arbitrary paths.
    formats: ['rb'],
    versions: [{ fixedIn: '9.5.0' }],
    advisories: ['CVE-2026-30853'],
  },
  {
    // CVE-2026-33206: text can embed pictures from arbitrary paths, and these books contain text.
    formats: ['pdb', 'tcr'],
    versions: [{ fixedIn: '9.6.0' }],
    advisories: ['CVE-2026-33206'],
  },
];

/** Converts e-books, including formats of discontinued e-readers. */
export const calibre = {
  id: 'calibre',
  load: async () => (await import('./convert.ts')).convertWithCalibre,
  time: 'books',
  memory: 'programs',
  conversions: calibreConversions,
  program: {
    ...programs.calibre,
    vulnerabilities: calibreVulnerabilities,
  },
} as const satisfies EngineDescription;
