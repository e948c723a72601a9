import { baseName, folderOf } from '../files/fileUri.ts';
import { splitName } from './safeFileName.ts';
import type { TemplateValues } from './template.ts';

/** What a template says of an output, besides what its source says. */
export interface OutputFacts {
  /** With its dot, as in a name. */
  readonly extension: string;
  /** In pixels, as they are written. */
  readonly size: { readonly width: string; readonly height: string } | undefined;
}

/** What stands in the place of the placeholders; nothing for what is not known. */
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
