import {
  type Conversion,
  type EngineDescription,
  programConversions,
  type Vulnerability,
} from '../../api/engineDescription.ts';
import { pageOptions } from '../../pdf/options.ts';
import { pdfConversions } from '../../pdf/pdf.ts';
import { programs } from '../programs.ts';

/** Ghostscript's name of the output device for each format. */
export const devices: Readonly<Record<string, string>> = {
  pdf: 'pdfwrite',
  ps: 'ps2write',
  eps: 'eps2write',
};

/** PostScript, and Encapsulated PostScript, which has a single page. */
const postScripts = ['ps', 'eps'] as const;

/**
 * Formats that the PDF engine creates from the pages of Ghostscript's PDF. Text formats are missing, because the text
 * in PostScript may not map to known characters.
 */
const pageTargets = ['png', 'jpg', 'webp', 'avif', 'tiff'] as const;

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
