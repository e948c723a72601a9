import { baseName, folderOf } from '../files/fileUri.ts';
import { splitName } from './safeFileName.ts';
import type { TemplateValues } from './template.ts';

/** Facts about an output for templates, in addition to its source's. */
export interface OutputFacts {
  /** Including its dot. */
  readonly extension: string;
  /** In pixels, formatted. */
  readonly size: { readonly width: string; readonly height: string } | undefined;
}

/** The values of the placeholders; empty for unknown ones. */
export function templateValues(
  source: string,
  { preset = '', number }: { readonly preset: string | undefined; readonly number: string },
  { extension, size }: OutputFacts,
): TemplateValues {
  return {
    '${name}': splitName(baseName(source)).stem,
    '${dir}': baseName(folderOf(source)),
    '${ext}': extension.replace(/^\./, ''),
    '${width}': size?.width ?? '',
    '${height}': size?.height ?? '',
    '${preset}': preset,
    '${n}': number,
  };
}
