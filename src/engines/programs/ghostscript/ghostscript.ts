import type { Conversion, EngineDescription, Vulnerability } from '../../api/engineDescription.ts';
import { pageOptions } from '../../pdf/options.ts';
import { pdfConversions } from '../../pdf/pdf.ts';
import { programConversions } from '../programConversions.ts';
import { devices, pageTargets, postScripts } from './formats.ts';
import { programs } from '../programs.ts';

const conversion = programConversions(-5);

/** PostScript has neither links nor transparency. */
const printedLosses = ['hyperlinks', 'partialTransparency'] as const;

/** The conversions between PostScript and PDF that Ghostscript offers. */
const ghostscriptConversions = (): readonly Conversion[] => {
  const pages = pdfConversions();
  return [
    conversion('pdf', 'ps', printedLosses),
    conversion('pdf', 'eps', [...printedLosses, 'pages']),
    ...postScripts.flatMap((from) => [
      ...Object.keys(devices)
        .filter((to) => to !== from)
        .map((to) => conversion(from, to, to === 'eps' ? ['pages'] : [])),
      ...pageTargets.map((to) => {
        const losses = pages.find((own) => own.to === to)?.losses ?? [];
        return conversion(from, to, losses, () => pageOptions(to));
      }),
    ]),
  ];
};

const postScript = ['ps', 'eps', 'pdf'];

const ghostscriptVulnerabilities: readonly Vulnerability[] = [
  {
    // A character map makes Ghostscript write out of bounds. The CVE record lists the last affected version.
    formats: postScript,
    versions: [{ fixedIn: '10.06.0' }],
    advisories: ['CVE-2025-59798'],
  },
  {
    // A glyph makes Ghostscript write out of bounds.
    formats: postScript,
    versions: [{ fixedIn: '10.05.0' }],
    advisories: ['CVE-2025-27835'],
  },
  {
    // File names bypass `-dSAFER`, or lead to code execution.
    formats: postScript,
    versions: [{ fixedIn: '10.04.0' }],
    advisories: ['CVE-2024-46953', 'CVE-2024-46954', 'CVE-2024-46956'],
  },
  {
    // Two devices and a path bypass `-dSAFER`.
    formats: postScript,
    versions: [{ fixedIn: '10.03.1' }],
    advisories: ['CVE-2024-29510', 'CVE-2024-33870', 'CVE-2024-33871'],
  },
];

export const ghostscript = {
  id: 'ghostscript',
  load: async () => (await import('./convert.ts')).convertWithGhostscript,
  time: 'books',
  memory: 'programs',
  conversions: ghostscriptConversions,
  program: {
    ...programs.ghostscript,
    vulnerabilities: ghostscriptVulnerabilities,
  },
} as const satisfies EngineDescription;
