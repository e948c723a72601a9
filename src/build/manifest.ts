// node src/build/manifest.ts: writes into package.json what it must repeat of the table of formats.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formats } from '../contract/formats/table.ts';

/** What people look for who look for no format. */
const generalKeywords = ['convert', 'compress', 'image', 'file converter'];

/** The manifest with the keywords by which the Marketplace finds the extension. */
export function withFormats(manifest: string): string {
  const sought = formats.filter(({ isKeyword }) => isKeyword).map(({ id }) => id);
  const fields = { ...JSON.parse(manifest), keywords: [...generalKeywords, ...sought] };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

if (import.meta.main) {
  const file = path.join(import.meta.dirname, '../../package.json');
  writeFileSync(file, withFormats(readFileSync(file, 'utf8')));
}
