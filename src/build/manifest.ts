// node src/build/manifest.ts: writes into package.json what it must repeat of the tables of formats, options and engines.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatRow, formats } from '../contract/formats/table.ts';
import { optionTitles } from '../contract/optionTitles.ts';
import { previewFormats } from '../engines/previews.ts';
import { compressions } from '../engines/registry.ts';
import { commands, settings, settingsSection, submenus, webviews } from '../manifest.ts';

/** What people look for who look for no format. */
const generalKeywords = ['convert', 'compress', 'image', 'file converter'];

/** What is offered only where it can be done; for other files a zip is. */
const compressing: ReadonlySet<unknown> = new Set([commands.compressSelected, commands.compressWithOptions]);

/**
 * The manifest with the keywords by which the Marketplace finds the extension, and with the names of files for which menus offer
 * to compress them, or a preview: VS Code asks the manifest before any code of ours runs. Besides, with the formats and options that are
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
  const preview = fields.contributes.customEditors.find(isPreview);
  preview.selector = previewedExtensions.map((extension) => ({ filenamePattern: `*.${extension}` }));
  const groups: readonly SettingsGroup[] = fields.contributes.configuration;
  const all = new Map(groups.flatMap(({ properties }) => Object.entries(properties)));
  const presets = all.get(`${settingsSection}.${settings.presets}`)?.additionalProperties?.properties;
  if (presets === undefined) throw new Error('There is no setting for presets.');
  const { target, options } = presets;
  target.examples = formats.map(({ id }) => id);
  options.properties = Object.fromEntries(
    Object.entries(optionTitles).map(([name, { title, unit }]) => [
      name,
      { description: unit === undefined ? title : `${title} (${unit})` },
    ]),
  );
  return `${JSON.stringify(fields, null, 2)}\n`;
}

interface PresetFields {
  readonly properties: { readonly target: { examples: unknown }; readonly options: { properties: unknown } };
}

interface SettingsGroup {
  readonly properties: Readonly<Record<string, { readonly additionalProperties?: PresetFields }>>;
}

/** The extensions of files that something compresses here, be it a program that may have to be installed first. */
const extensions = compressions
  .flatMap(({ format }) => [format, ...(formatRow(format)?.extensions ?? [])])
  .toSorted();

/** What VS Code shows by itself. */
const shownByVsCode = new Set(['png', 'jpg', 'gif', 'webp', 'avif', 'bmp', 'ico', 'svg']);

const previewedExtensions = previewFormats()
  .flatMap((format) => (shownByVsCode.has(format) ? [] : [format, ...(formatRow(format)?.extensions ?? [])]))
  .toSorted();

function isPreview({ viewType }: { viewType: string }): boolean {
  return viewType === webviews.preview;
}

const mayCompress = `explorerResourceIsFolder || resourceExtname =~ /^\\.(${extensions.join('|')})$/i`;

if (import.meta.main) {
  const file = path.join(import.meta.dirname, '../../package.json');
  writeFileSync(file, withFormats(readFileSync(file, 'utf8')));
}
