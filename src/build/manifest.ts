// node src/build/manifest.ts: writes into package.json what it must repeat of the tables of formats and options.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formats } from '../contract/formats/table.ts';
import { optionTitles } from '../contract/optionTitles.ts';

/** What people look for who look for no format. */
const generalKeywords = ['convert', 'compress', 'image', 'file converter'];

interface PresetsSetting {
  readonly additionalProperties: {
    readonly properties: Readonly<Record<'target' | 'options', Record<string, unknown>>>;
  };
}

/**
 * The manifest with the keywords by which the Marketplace finds the extension, and with the formats and options that are
 * suggested where a person writes a preset into the settings.
 */
export function withFormats(manifest: string): string {
  const sought = formats.filter(({ isKeyword }) => isKeyword).map(({ id }) => id);
  const fields = { ...JSON.parse(manifest), keywords: [...generalKeywords, ...sought] };
  const settings = Object.entries<PresetsSetting>(fields.contributes.configuration.properties);
  const [, presets] = settings.find(([id]) => id.endsWith('.presets')) ?? [];
  if (presets === undefined) throw new Error('There is no setting for presets.');
  const { target, options } = presets.additionalProperties.properties;
  target['examples'] = formats.map(({ id }) => id);
  options['properties'] = Object.fromEntries(
    Object.entries(optionTitles).map(([name, { title, unit }]) => [
      name,
      { description: unit === undefined ? title : `${title} (${unit})` },
    ]),
  );
  return `${JSON.stringify(fields, null, 2)}\n`;
}

if (import.meta.main) {
  const file = path.join(import.meta.dirname, '../../package.json');
  writeFileSync(file, withFormats(readFileSync(file, 'utf8')));
}
