import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { data, document } from '../../../test/support/service/fixtures.ts';
import { inFolder } from '../../../test/support/service/lentFiles.ts';
import { byLibreOffice } from '../../../test/support/service/libreOffice.ts';
import { rezipped } from '../../../test/support/service/rezipped.ts';
import { printed, samplesFolder } from './scratch.ts';

const folder = samplesFolder();
const made = (name: string): string => path.join(folder, name);
const named = (name: string, formats: readonly string[]): Record<string, string> =>
  Object.fromEntries(formats.map((format) => [format, made(`${name}.${format}`)]));

export const textSamples: Readonly<Record<string, string>> = {
  ...named('voyage', ['docx', 'docm', 'dotx', 'odt', 'ott', 'fodt', 'doc', 'dot']),
  html: document('voyage.html'),
};
export const slideSamples: Readonly<Record<string, string>> = {
  ...named('slides', ['pptm', 'ppsx', 'potx', 'otp', 'fodp', 'ppt', 'pps', 'pot']),
  pptx: document('voyage.pptx'),
  odp: document('voyage.odp'),
};
export const sheetSamples: Readonly<Record<string, string>> = {
  ...named('ledger', ['xlsx', 'xls', 'xlt', 'xltx', 'ots']),
  // LibreOffice wrote this file, because it can't read Gnumeric's cells with several fonts.
  ods: data('ledger.ods'),
  xlsm: data('ledger.xlsm'),
  fods: data('ledger.fods'),
  csv: data('countries.csv'),
  tsv: data('countries.tsv'),
};

/**
 * Lets Pandoc write the texts, and Gnumeric the sheets. Templates and the like are copies of these files with another
 * type.
 */
export async function makeOfficeSamples(): Promise<void> {
  for (const format of ['docx', 'odt']) {
    await printed('pandoc', ['-s', document('voyage.md'), '-o', made(`voyage.${format}`)]);
  }
  for (const format of ['xlsx', 'xls']) {
    await printed('ssconvert', [data('ledger.xlsx'), made(`ledger.${format}`)]);
  }
  await copyFile(made('ledger.xls'), made('ledger.xlt'));
  const macros = 'application/vnd.ms-word.document.macroEnabled.main+xml';
  await retyped('voyage.docx', 'voyage.docm', `${ooxml}.wordprocessingml.document.main+xml`, macros);
  await retyped('voyage.docx', 'voyage.dotx', 'wordprocessingml.document', 'wordprocessingml.template');
  await retyped('voyage.odt', 'voyage.ott', 'opendocument.text', 'opendocument.text-template');
  await retyped('ledger.xlsx', 'ledger.xltx', 'spreadsheetml.sheet.main', 'spreadsheetml.template.main');
  await retyped(
    data('ledger.ods'),
    'ledger.ots',
    'opendocument.spreadsheet',
    'opendocument.spreadsheet-template',
  );
  const [pptx, slides] = [document('voyage.pptx'), 'presentationml.presentation.main'];
  const withMacros = 'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml';
  await retyped(pptx, 'slides.pptm', `${ooxml}.${slides}+xml`, withMacros);
  await retyped(pptx, 'slides.ppsx', slides, 'presentationml.slideshow.main');
  await retyped(pptx, 'slides.potx', slides, 'presentationml.template.main');
  const odp = 'opendocument.presentation';
  await retyped(document('voyage.odp'), 'slides.otp', odp, `${odp}-template`);
  // No other available program writes these formats, so LibreOffice writes them from Pandoc's files.
  const odt = made('voyage.odt');
  await writtenByLibreOffice(odt, 'voyage.doc', 'MS Word 97');
  await writtenByLibreOffice(odt, 'voyage.dot', 'MS Word 97 Vorlage');
  await writtenByLibreOffice(odt, 'voyage.fodt', 'OpenDocument Text Flat XML');
  await writtenByLibreOffice(pptx, 'slides.ppt', 'MS PowerPoint 97');
  await writtenByLibreOffice(pptx, 'slides.pps', 'MS PowerPoint 97 AutoPlay');
  await writtenByLibreOffice(pptx, 'slides.pot', 'MS PowerPoint 97 Vorlage');
  await writtenByLibreOffice(pptx, 'slides.fodp', 'OpenDocument Presentation Flat XML');
}

const ooxml = 'application/vnd.openxmlformats-officedocument';

/** A copy of a file with its type replaced everywhere. */
async function retyped(from: string, to: string, type: string, newType: string): Promise<void> {
  const types = `(b'${type}', b'${newType}')`;
  const each = `if name in ('[Content_Types].xml', 'mimetype', 'META-INF/manifest.xml'): data = data.replace(*${types})`;
  await writeFile(made(to), await rezipped(path.resolve(folder, from), { each }));
}

async function writtenByLibreOffice(source: string, name: string, filter: string): Promise<void> {
  await inFolder(async (lent) => {
    const { ext } = path.parse(name);
    const folder = await byLibreOffice(lent, `${ext.slice(1)}:${filter}`, [source]);
    await copyFile(path.join(folder, path.parse(source).name + ext), made(name));
  });
}
