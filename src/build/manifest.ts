// node src/build/manifest.ts: writes into package.json what it must repeat of the tables of formats, options and engines.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatRow, formats } from '../contract/formats/table.ts';
import { optionTitles } from '../contract/optionTitles.ts';
import { webImageExtensions } from '../contract/formats/webImages.ts';
import { compressions } from '../engines/registry.ts';
import { commands, settings, settingsSection, submenus } from '../manifest.ts';

/** What people look for who look for no format. */
const generalKeywords = ['convert', 'compress', 'image', 'file converter'];

/** What is offered only where it can be done; for other files a zip is. */
const compressing: ReadonlySet<unknown> = new Set([commands.compressSelected, commands.compressWithOptions]);

/**
 * The manifest with the keywords by which the Marketplace finds the extension, and with the names of files for which menus offer
 * to compress or copy them: VS Code asks the manifest before any code of ours runs. Besides, with the formats and options that are
 * suggested where a person writes a preset into the settings.
 */
export function withFormats(manifest: string): string {
  const fields = JSON.parse(manifest);
  const sought = formats.filter(({ isKeyword }) => isKeyword).map(({ id }) => id);
  fields.keywords = [...generalKeywords, ...sought];
  for (const entry of fields.contributes.menus[submenus.files]) {
    if (compressing.has(entry.command)) entry.when = mayCompress;
    if (entry.command === commands.makeZip) entry.when = `!(${mayCompress})`;
  }
  const copyAs = fields.contributes.menus['explorer/context'].find(
    ({ submenu }: { submenu: unknown }) => submenu === submenus.copyAs,
  );
  copyAs.when = `resourceExtname =~ ${endings(webImageExtensions)}`;
  const presets = fields.contributes.configuration.properties[`${settingsSection}.${settings.presets}`];
  const { target, options } = presets.additionalProperties.properties;
  target.examples = formats.map(({ id }) => id);
  options.properties = Object.fromEntries(
    Object.entries(optionTitles).map(([name, { title, unit }]) => [
      name,
      { description: unit === undefined ? title : `${title} (${unit})` },
    ]),
  );
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/** The extensions of files that something compresses here, be it a program that may have to be installed first. */
const extensions = compressions
  .flatMap(({ format }) => [format, ...(formatRow(format)?.extensions ?? [])])
  .toSorted();

const mayCompress = `explorerResourceIsFolder || resourceExtname =~ ${endings(extensions)}`;

/** A pattern of `when` clauses for the extensions of files, which come with their dot. */
function endings(extensions: readonly string[]): string {
  return `/^\\.(${extensions.join('|')})$/i`;
}

if (import.meta.main) {
  const file = path.join(import.meta.dirname, '../../package.json');
  writeFileSync(file, withFormats(readFileSync(file, 'utf8')));
}
