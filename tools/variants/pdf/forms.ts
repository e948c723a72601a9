import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { pageOf } from '../../../test/support/service/pdfBuilder.ts';
import { built, helvetica, stream, word } from './built.ts';

const fontOf = (entries = ''): string => `/Resources << /Font << /F 5 0 R >> >> ${entries}`;
const appearance = (text: string) =>
  stream(
    `/Tx BMC q BT /F 12 Tf 2 5 Td (${text}) Tj ET Q EMC`,
    `/Type /XObject /Subtype /Form /BBox [0 0 100 20] ${fontOf()}`,
  );
const annotation = (entries: string, rect: string): string => `<< /Type /Annot ${entries} /Rect [${rect}] >>`;
const withLook = '/AP << /N 7 0 R >>';

/** A page with a word and one annotation or field, whose appearance is object 7. */
const page = (entries: string, rect = '80 95 180 115') =>
  pageOf(word('label'), {
    catalogue: `/AcroForm << /Fields [6 0 R] /DR << /Font << /F 5 0 R >> >> /DA (/F 12 Tf 0 g) >>`,
    page: fontOf('/Annots [6 0 R]'),
    extra: [helvetica, annotation(entries, rect), appearance('value')],
  });

const place = (y: number) => ({ x: 120, y, width: 200, height: 20 });

async function filledForm(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const sheet = document.addPage([400, 400]);
  const form = document.getForm();
  const label = (text: string, y: number): void => sheet.drawText(text, { x: 20, y: y + 5, size: 12, font });
  label('Name', 350);
  const name = form.createTextField('name');
  name.setText('Ada Lovelace');
  name.addToPage(sheet, place(350));
  label('Notes', 250);
  const notes = form.createTextField('notes');
  notes.enableMultiline();
  notes.setText('first line\nsecond line');
  notes.addToPage(sheet, { ...place(250), height: 60 });
  label('Country', 200);
  const country = form.createDropdown('country');
  country.setOptions(['Chile', 'Kenya']);
  country.select('Kenya');
  country.addToPage(sheet, place(200));
  label('Fruit', 120);
  const fruit = form.createOptionList('fruit');
  fruit.setOptions(['apple', 'pear', 'plum']);
  fruit.select('pear');
  fruit.addToPage(sheet, { ...place(120), height: 60 });
  return Buffer.from(await document.save());
}

/** Filled-in forms and annotations. */
export const formVariants = [
  built('a form with texts, a choice, and a list', filledForm),
  built('a field with an appearance', () =>
    page(`/Subtype /Widget /FT /Tx /T (a) /V (value) /F 4 ${withLook}`),
  ),
  built('a note on the page', () =>
    page(`/Subtype /FreeText /Contents (value) /DA (/F 12 Tf) /F 4 ${withLook}`),
  ),
  built('a stamp', () => page(`/Subtype /Stamp /F 4 ${withLook}`)),
  built('a hidden field', () => page(`/Subtype /Widget /FT /Tx /T (a) /V (value) /F 2 ${withLook}`)),
  built(
    'a note that isn’t for the screen',
    () => page(`/Subtype /FreeText /Contents (value) /F 36 ${withLook}`),
    'label',
  ),
  built('a field on a page with inherited fonts', inheritedFonts, 'label value'),
  built(
    'a note without an appearance',
    () => page('/Subtype /FreeText /Contents (value) /DA (0 g /Helv 12 Tf) /F 4'),
    'label value',
  ),
];

function inheritedFonts(): Buffer {
  const bytes = page(`/Subtype /Widget /FT /Tx /T (a) /V (value) /F 4 ${withLook}`).toString('latin1');
  const resources = '/Resources << /Font << /F 5 0 R >> >>';
  const moved = bytes.replace('/Count 1', `/Count 1 ${resources}`).replace(`${resources} /Annots`, '/Annots');
  return Buffer.from(moved, 'latin1');
}
