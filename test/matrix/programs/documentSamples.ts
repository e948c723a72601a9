import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { data, document } from '../../support/service/fixtures.ts';
import { markup } from './markupSamples.ts';
import { slides } from './slides.ts';
import { printed, samplesFolder } from './scratch.ts';

const at = (format: string): string => path.join(samplesFolder(), `sky.${format}`);
const pathsOf = (formats: readonly string[]): Record<string, string> =>
  Object.fromEntries(formats.map((format) => [format, at(format)]));

/** Filters by which LibreOffice writes what it has no guess for. */
const filters: Readonly<Record<string, string>> = {
  docm: 'MS Word 2007 XML VBA',
  dotx: 'MS Word 2007 XML Template',
  xltx: 'Calc MS Excel 2007 XML Template',
  ppsx: 'Impress MS PowerPoint 2007 XML AutoPlay',
  potx: 'Impress MS PowerPoint 2007 XML Template',
  pps: 'MS PowerPoint 97 AutoPlay',
};

const officeTexts = ['docx', 'docm', 'dotx', 'doc', 'odt', 'ott', 'fodt', 'rtf'];
const officeSheets = ['xltx', 'ots', 'dif', 'slk'];
const officeSlides = ['pptx', 'ppsx', 'potx', 'ppt', 'pps', 'odp', 'otp'];
const officeDrawings = ['odg', 'otg', 'fodg'];
const books = ['epub', 'mobi', 'azw3', 'fb2', 'lit', 'lrf', 'pdb', 'pmlz', 'rb', 'snb', 'tcr'];

export const markupSamples = pathsOf(Object.keys(markup));
export const textSamples = { ...markupSamples, ...pathsOf(officeTexts) };
export const bookSamples = { ...textSamples, ...pathsOf([...books, 'prc', 'pdf']) };
export const sheetSamples = {
  ...pathsOf(officeSheets),
  ...Object.fromEntries(['xlsx', 'xlsm', 'xls', 'ods', 'fods'].map((each) => [each, data(`ledger.${each}`)])),
  csv: data('countries.csv'),
};
export const slideSamples = pathsOf([...officeSlides, 'fodp']);
export const drawingSamples = pathsOf(officeDrawings);
export const pageSamples = { ...pathsOf(['ps', 'eps']), pdf: document('text.pdf') };

async function office(source: string, formats: readonly string[], reader?: string): Promise<void> {
  const profile = `-env:UserInstallation=file://${samplesFolder()}/profile`;
  for (const format of formats) {
    const filter = filters[format] === undefined ? format : `${format}:${filters[format]}`;
    const input = reader === undefined ? [] : [`--infilter=${reader}`];
    const target = ['--convert-to', filter, '--outdir', samplesFolder(), source];
    await printed('soffice', [profile, '--headless', '--norestore', ...input, ...target]);
  }
}

async function writeMarkup(): Promise<void> {
  for (const [format, text] of Object.entries(markup)) await writeFile(at(format), text);
}

let texts: Promise<void> | undefined;
const makeTexts = (): Promise<void> =>
  (texts ??= writeMarkup().then(() => office(at('html'), officeTexts, 'HTML (StarWriter)')));

/** Has LibreOffice write a page of HTML in every format of texts, a workbook in those of tables, and so on. */
export async function makeOfficeSamples(): Promise<void> {
  await makeTexts();
  await writeFile(at('fodp'), slides);
  await office(at('fodp'), officeSlides);
  await office(data('ledger.xlsx'), officeSheets);
  for (const format of officeSheets) await rename(path.join(samplesFolder(), `ledger.${format}`), at(format));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="#c83232"/></svg>`;
  await writeFile(at('svg'), svg);
  await office(at('svg'), officeDrawings);
}

/** Has Calibre make the page of HTML a book of every kind. */
export async function makeBookSamples(): Promise<void> {
  await makeTexts();
  await mkdir(path.join(samplesFolder(), 'books'), { recursive: true });
  for (const format of books) await printed('ebook-convert', [at('html'), at(format)]);
  await printed('cp', [at('mobi'), at('prc')]);
  await office(at('docx'), ['pdf']);
}

export async function makePandocSamples(): Promise<void> {
  await makeTexts();
  for (const format of ['epub', 'fb2']) await printed('ebook-convert', [at('html'), at(format)]);
}

export async function makePageSamples(): Promise<void> {
  await printed('pdftops', [document('text.pdf'), at('ps')]);
  await printed('pdftops', ['-eps', '-f', '1', '-l', '1', document('text.pdf'), at('eps')]);
}
