import type { DocumentOptions } from '../documents.ts';
import type { Document } from '../tree/document.ts';
import { pageIn } from '../tree/page.ts';
import { sizedPictures } from '../tree/sizedPictures.ts';
import { RtfBody } from './writing/body.ts';
import { escapeRtf, styleSheet, twips } from './writing/styles.ts';

/** The formats of pictures that RTF can contain. */
const shownFormats: ReadonlySet<string> = new Set(['png', 'jpeg', 'bmp']);

/** Writes Rich Text Format, in ASCII. @throws ConversionError */
export async function writeRtf(document: Document, options: DocumentOptions): Promise<string> {
  const { pictures: withPictures = true } = options;
  const page = pageIn(options);
  const pictures = withPictures ? await sizedPictures(document, shownFormats) : undefined;
  const body = new RtfBody(pictures, page.height);
  const text = body.write(document.root.children, page.width);
  const [width, height] = page.size.map(twips);
  const margin = twips(page.margin);
  const facts = [
    ['title', document.title],
    ['author', document.author],
  ].map(([name, value]) => (value ? `{\\${name} ${escapeRtf(value)}}` : ''));
  return [
    '{\\rtf1\\ansi\\ansicpg1252\\uc1\\deff0',
    '{\\fonttbl{\\f0\\fswiss\\fcharset0 Arial;}{\\f1\\fmodern\\fcharset0 Courier New;}}',
    body.colorTable,
    styleSheet,
    body.listTables,
    `{\\info${facts.join('')}}`,
    `\\paperw${width}\\paperh${height}\\margl${margin}\\margr${margin}\\margt${margin}\\margb${margin}`,
    text,
    '}',
  ].join('\n');
}
