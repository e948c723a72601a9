// node src/build/manifest.ts: updates the parts of package.json that derive from the tables of formats and engines.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatById, formats, textFormats } from '../contract/formats/table.ts';
import { webImageExtensions } from '../contract/formats/webImages.ts';
import { previewFormats } from '../engines/previews.ts';
import { isProgramId } from '../engines/programs/programs.ts';
import { compressions, conversions } from '../engines/registry.ts';
import { commands, submenus, webviews } from '../manifest.ts';

/** Keywords other than formats. */
const generalKeywords = [
  'convert',
  'compress',
  'image',
  'compress image',
  'image converter',
  'image optimizer',
  'file converter',
  'pdf converter',
  'markdown',
  'tinypng',
];

/** Commands that are shown only for supported files; others get a ZIP command. */
const compressing: ReadonlySet<unknown> = new Set([commands.compressSelected, commands.compressWithOptions]);

/**
 * The manifest with the Marketplace's keywords and the file extensions for menus and previews. VS Code reads the manifest before it runs the extension's code.
 */
export function withFormats(manifest: string): string {
  const fields = JSON.parse(manifest);
  const sought = formats.filter(({ isKeyword }) => isKeyword).map(({ id }) => id);
  fields.keywords = [...generalKeywords, ...sought];
  for (const entry of fields.contributes.menus[submenus.files]) {
    if (compressing.has(entry.command)) entry.when = mayCompress;
    if (entry.command === commands.makeZip) entry.when = `!(${mayCompress})`;
  }
  const { 'explorer/context': inExplorer, 'editor/title': inTitle } = fields.contributes.menus;
  const copyAs = inExplorer.find(({ submenu }: { submenu: unknown }) => submenu === submenus.copyAs);
  copyAs.when = `resourceExtname =~ ${endings(webImageExtensions)}`;
  for (const entry of [...inExplorer, ...inTitle]) {
    if (entry.command === commands.openAsMarkdown) entry.when = `resourceExtname =~ ${endings(readable)}`;
  }
  const preview = fields.contributes.customEditors.find(isPreview);
  preview.selector = previewedExtensions.map((extension) => ({ filenamePattern: `*.${extension}` }));
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/** The extensions of files that can be compressed here, including by programs that aren't installed yet. */
const extensions = compressions
  .flatMap(({ format }) => [format, ...(formatById(format)?.extensions ?? [])])
  .toSorted();

/** The extensions of documents that become Markdown without a program of the user's. */
const readable = conversions
  .filter(({ from, to, engine }) => to === 'md' && !isProgramId(engine) && !textFormats.has(from))
  .flatMap(({ from }) => [from, ...(formatById(from)?.extensions ?? [])])
  .toSorted();

const mayCompress = `explorerResourceIsFolder || resourceExtname =~ ${endings(extensions)}`;

/** A pattern for `when` clauses that matches file extensions, which include the dot. */
function endings(extensions: readonly string[]): string {
  return `/^\\.(${extensions.join('|')})$/i`;
}

/** Formats that VS Code shows itself. */
const shownByVsCode = new Set(['png', 'jpg', 'gif', 'webp', 'avif', 'bmp', 'ico', 'svg']);

const previewedExtensions = previewFormats()
  .flatMap((format) => (shownByVsCode.has(format) ? [] : [format, ...(formatById(format)?.extensions ?? [])]))
  .toSorted();

function isPreview({ viewType }: { viewType: string }): boolean {
  return viewType === webviews.preview;
}

function rewrite(name: string, change: (text: string) => string): void {
  const file = path.join(import.meta.dirname, '../..', name);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

if (import.meta.main) {
  rewrite('package.json', withFormats);
}
