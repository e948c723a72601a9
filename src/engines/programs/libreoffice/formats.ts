import { own } from '../../../util/own.ts';

/** The formats of one LibreOffice application, with LibreOffice's names of their filters. */
export interface Application {
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

export const applications = {
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

export type ApplicationId = keyof typeof applications;

/** Formats that have a layout, which LibreOffice keeps in conversions between them. */
export const layoutFormats: ReadonlySet<string> = new Set(
  Object.values<Application>(applications)
    .flatMap(({ reads, writes }) => [...Object.keys(reads), ...Object.keys(writes)])
    .filter((format) => !['pdf', 'html', 'txt', 'csv', 'tsv'].includes(format)),
);

/** Returns LibreOffice's filters for reading one format and writing another. */
export function filtersOf(from: string, to: string): readonly [reader: string, writer: string] {
  for (const { reads, writes } of Object.values<Application>(applications)) {
    const [reader, writer] = [own(reads, from), own(writes, to)];
    if (reader !== undefined && writer !== undefined) return [reader, writer];
  }
  throw new Error(`Unsupported conversion: ${from} to ${to}`);
}
