/** How LibreOffice names what reads or writes a format, where its own guess from the extension would not do. */
export interface OfficeFamily {
  /** Its formats with the filter that reads each, or nothing where LibreOffice sees for itself what the file is. */
  readonly sources: Readonly<Record<string, string>>;
  /** Its formats with the filter that writes each. */
  readonly targets: Readonly<Record<string, string>>;
}

const utf8 = 76;
/** Comma, quotation mark, UTF-8, from the first line on. */
const csvFilter = `Text - txt - csv (StarCalc):44,34,${utf8},1`;

export const families: Readonly<Record<'text' | 'sheets' | 'slides' | 'drawing', OfficeFamily>> = {
  text: {
    sources: {
      docx: '',
      docm: '',
      dotx: '',
      doc: '',
      odt: '',
      ott: '',
      fodt: '',
      rtf: '',
      txt: 'Text (encoded):UTF8',
      html: 'HTML (StarWriter)',
    },
    targets: {
      pdf: 'writer_pdf_Export',
      docx: 'MS Word 2007 XML',
      dotx: 'MS Word 2007 XML Template',
      doc: 'MS Word 97',
      odt: 'writer8',
      ott: 'writer8_template',
      fodt: 'OpenDocument Text Flat XML',
      rtf: 'Rich Text Format',
      txt: 'Text (encoded):UTF8',
      html: 'HTML (StarWriter)',
      xhtml: 'XHTML Writer File',
    },
  },
  sheets: {
    sources: {
      xlsx: '',
      xlsm: '',
      xltx: '',
      xls: '',
      ods: '',
      ots: '',
      fods: '',
      csv: csvFilter,
      dif: 'DIF',
      slk: 'SYLK',
    },
    targets: {
      pdf: 'calc_pdf_Export',
      xlsx: 'Calc MS Excel 2007 XML',
      xltx: 'Calc MS Excel 2007 XML Template',
      xls: 'MS Excel 97',
      ods: 'calc8',
      ots: 'calc8_template',
      fods: 'OpenDocument Spreadsheet Flat XML',
      csv: `Text - txt - csv (StarCalc):44,34,${utf8}`,
      html: 'HTML (StarCalc)',
      dif: 'DIF',
      slk: 'SYLK',
    },
  },
  slides: {
    sources: { pptx: '', ppsx: '', potx: '', ppt: '', pps: '', odp: '', otp: '', fodp: '' },
    targets: {
      pdf: 'impress_pdf_Export',
      pptx: 'Impress MS PowerPoint 2007 XML',
      ppsx: 'Impress MS PowerPoint 2007 XML AutoPlay',
      potx: 'Impress MS PowerPoint 2007 XML Template',
      ppt: 'MS PowerPoint 97',
      pps: 'MS PowerPoint 97 AutoPlay',
      odp: 'impress8',
      otp: 'impress8_template',
      fodp: 'OpenDocument Presentation Flat XML',
      png: 'impress_png_Export',
      svg: 'impress_svg_Export',
    },
  },
  drawing: {
    sources: { odg: '', otg: '', fodg: '' },
    targets: {
      pdf: 'draw_pdf_Export',
      odg: 'draw8',
      otg: 'draw8_template',
      fodg: 'OpenDocument Drawing Flat XML',
      png: 'draw_png_Export',
      jpg: 'draw_jpg_Export',
      svg: 'draw_svg_Export',
    },
  },
};

/** The family that reads a format; no format is read by two. */
export function familyOf(format: string): OfficeFamily | undefined {
  return Object.values(families).find(({ sources }) => Object.hasOwn(sources, format));
}
