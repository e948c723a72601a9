import type { Loss } from '../../../contract/losses.ts';
import { ownValue } from '../../../util/ownValue.ts';
import {
  type Conversion,
  type EngineDescription,
  lossesIf,
  programConversions,
  type Vulnerability,
} from '../../api/engineDescription.ts';
import { programs } from '../programs.ts';
import { removePipes } from './profile.ts';

/** The formats of one LibreOffice application, with LibreOffice's names of their filters. */
interface Application {
  readonly reads: Readonly<Record<string, string>>;
  readonly writes: Readonly<Record<string, string>>;
}

const texts = {
  doc: 'MS Word 97',
  docx: 'MS Word 2007 XML',
  odt: 'writer8',
  fodt: 'OpenDocument Text Flat XML',
};

const sheets = {
  xlsx: 'Calc MS Excel 2007 XML',
  ods: 'calc8',
  fods: 'OpenDocument Spreadsheet Flat XML',
};

const slides = {
  ppt: 'MS PowerPoint 97',
  pptx: 'Impress MS PowerPoint 2007 XML',
  odp: 'impress8',
  fodp: 'OpenDocument Presentation Flat XML',
};

/**
 * The filter for CSV. The parameters after the colon are separator and quote as character codes, UTF-8 as a number, and
 * the first line.
 */
const separated = 'Text - txt - csv (StarCalc)';

const applications = {
  texts: {
    reads: {
      ...texts,
      docm: 'MS Word 2007 XML VBA',
      dot: 'MS Word 97 Vorlage',
      dotx: 'MS Word 2007 XML Template',
      ott: 'writer8_template',
      html: 'HTML (StarWriter)',
    },
    writes: {
      pdf: 'writer_pdf_Export',
      ...texts,
      // LibreOffice writes RTF but never reads it, because a field in an RTF file can embed any local picture,
      // regardless of the profile.
      rtf: 'Rich Text Format',
      html: 'HTML (StarWriter):EmbedImages',
      txt: 'Text (encoded):UTF8',
    },
  },
  sheets: {
    reads: {
      ...sheets,
      // LibreOffice reads XLS but never writes it, because it would write zeros for formulas with text results.
      xls: 'MS Excel 97',
      xlsm: 'Calc MS Excel 2007 VBA XML',
      xlt: 'MS Excel 97 Vorlage/Template',
      xltx: 'Calc MS Excel 2007 XML Template',
      ots: 'calc8_template',
      csv: separated,
      tsv: separated,
    },
    writes: {
      pdf: 'calc_pdf_Export',
      ...sheets,
      html: 'HTML (StarCalc)',
      csv: `${separated}:44,34,76,1`,
      tsv: `${separated}:9,34,76,1`,
    },
  },
  slides: {
    reads: {
      ...slides,
      pptm: 'Impress MS PowerPoint 2007 XML VBA',
      pps: 'MS PowerPoint 97 AutoPlay',
      ppsx: 'Impress MS PowerPoint 2007 XML AutoPlay',
      pot: 'MS PowerPoint 97 Vorlage',
      potx: 'Impress MS PowerPoint 2007 XML Template',
      otp: 'impress8_template',
    },
    writes: { pdf: 'impress_pdf_Export', ...slides },
  },
} as const satisfies Record<string, Application>;

type ApplicationId = keyof typeof applications;

/** Formats that have a layout, which LibreOffice keeps in conversions between them. */
export const layoutFormats: ReadonlySet<string> = new Set(
  Object.values<Application>(applications)
    .flatMap(({ reads, writes }) => [...Object.keys(reads), ...Object.keys(writes)])
    .filter((format) => !['pdf', 'html', 'txt', 'csv', 'tsv'].includes(format)),
);

/** Returns LibreOffice's filters for reading one format and writing another. */
export function filtersOf(from: string, to: string): readonly [reader: string, writer: string] {
  for (const { reads, writes } of Object.values<Application>(applications)) {
    const [reader, writer] = [ownValue(reads, from), ownValue(writes, to)];
    if (reader !== undefined && writer !== undefined) return [reader, writer];
  }
  throw new Error(`Unsupported conversion: ${from} to ${to}`);
}

const betterConversion = programConversions(1);
const otherConversion = programConversions(-1);

/** Variants of DOCX and ODT, which the document engine converts to text formats. */
const readByUs: ReadonlySet<string> = new Set(['docm', 'dotx', 'ott']);

/** Formats with plain values and no formatting to lose. Only LibreOffice converts them to pages. */
const tables: ReadonlySet<string> = new Set(['csv', 'tsv']);
/** Formats that can't contain macros. */
const withoutMacros: ReadonlySet<string> = new Set(
  [
    ['docx', 'dotx', 'html'],
    ['pptx', 'ppsx', 'potx'],
    ['xlsx', 'xltx'],
  ].flat(),
);
/** Formats that store Booleans as numbers. */
const oldSheets: ReadonlySet<string> = new Set(['xls', 'xlt']);
/** The properties that older formats can't store. */
const olderLimits: Readonly<Record<string, readonly Loss[]>> = {
  doc: ['newerFeatures'],
  ppt: ['newerFeatures'],
  rtf: ['newerFeatures'],
};
const lossesOfTarget: Readonly<Record<ApplicationId, Readonly<Record<string, readonly Loss[]>>>> = {
  texts: {
    pdf: ['comments'],
    html: ['layout', 'comments'],
    txt: ['formatting', 'layout', 'hyperlinks', 'pictures', 'comments', 'noteTexts'],
  },
  sheets: {
    pdf: ['formulas', 'comments', 'overflow'],
    html: ['formulas', 'comments'],
    csv: ['formatting', 'drawings', 'formulas', 'sheets'],
    tsv: ['formatting', 'drawings', 'formulas', 'sheets'],
  },
  slides: { pdf: ['animation', 'comments'] },
};

function lossesOf(application: ApplicationId, from: string, to: string): Loss[] {
  if (tables.has(from)) return [];
  return [
    ...(ownValue(lossesOfTarget[application], to) ?? []),
    ...lossesIf(!withoutMacros.has(from), 'macros'),
    ...lossesIf(layoutFormats.has(to), 'fineLayout', ...(ownValue(olderLimits, to) ?? [])),
    ...lossesIf(from === 'html', 'linkedPictures'),
    ...lossesIf(oldSheets.has(from) && !layoutFormats.has(to), 'truths'),
  ];
}

function conversion(from: string, to: string, losses: readonly Loss[]): Conversion[] {
  if (keepsLayout(from, to)) {
    return [
      {
        ...betterConversion(from, to, losses),
        optionsRemark: 'Setting any of these options discards the layout',
      },
    ];
  }
  return readByUs.has(from) ? [] : [otherConversion(from, to, losses)];
}

function conversionsOf(application: ApplicationId): Conversion[] {
  const { reads, writes }: Application = applications[application];
  const targets = Object.keys(writes);
  return Object.keys(reads).flatMap((from) =>
    targets
      .filter((to) => to !== from && (to === 'pdf' || !tables.has(from)))
      .flatMap((to) => conversion(from, to, lossesOf(application, from, to))),
  );
}

function keepsLayout(from: string, to: string): boolean {
  return to === 'pdf' || (layoutFormats.has(from) && layoutFormats.has(to));
}

/**
 * The conversions that LibreOffice offers. They are preferred if they keep the layout, and otherwise used if no engine
 * of the extension has the conversion.
 */
const libreOfficeConversions = (): readonly Conversion[] =>
  (['texts', 'sheets', 'slides'] as const).flatMap(conversionsOf);

const openXml = [...layoutFormats].filter((format) => /^(?:doc|dot|xls|xlt|ppt|pps|pot)[xm]$/.test(format));
const openDocument = [...layoutFormats].filter((format) => /^(?:f?od[tsp]|ot[tsp])$/.test(format));

const libreOfficeVulnerabilities: readonly Vulnerability[] = [
  {
    // A document's encryption parameters make LibreOffice write out of bounds.
    formats: openXml,
    versions: [
      { from: '25.8', fixedIn: '25.8.7' },
      { from: '26.2', fixedIn: '26.2.3' },
    ],
    advisories: ['CVE-2026-4430'],
  },
  {
    // A document can make LibreOffice write a font to an arbitrary path.
    formats: [...openDocument, ...openXml],
    versions: [{ from: '24.8', fixedIn: '24.8.4' }],
    advisories: ['CVE-2024-12425'],
  },
];

/** Converts documents, spreadsheets, and presentations with LibreOffice, and keeps their layout. */
export const libreOffice = {
  id: 'libreoffice',
  load: async () => (await import('./convert.ts')).convertWithLibreOffice,
  time: 'office',
  memory: 'programs',
  conversions: libreOfficeConversions,
  program: {
    ...programs.libreoffice,
    vulnerabilities: libreOfficeVulnerabilities,
    removeTraces: removePipes,
  },
} as const satisfies EngineDescription;
