import { withoutTrailing } from '../../util/text.ts';
import type { Problem } from '../core/job.ts';
import { baseName, folderOf } from '../core/fileUri.ts';
import { splitName } from '../../contract/safeFileName.ts';

/** The placeholders of folder and name templates, as users write them. */
export const placeholders = [
  '${name}',
  '${dir}',
  '${ext}',
  '${width}',
  '${height}',
  '${preset}',
  '${n}',
] as const;

type Placeholder = (typeof placeholders)[number];

/** The value of each placeholder. */
export type TemplateValues = Readonly<Record<Placeholder, string>>;

/** Optional at the start of a folder: the workspace folder that contains the source. */
export const workspacePlaceholder = '${workspaceFolder}';

/** Longer than any sensible name or path. */
export const maxTemplateLength = 500;

const place = /(\$\{[^}]*\}?)/g;
/** Separators between the parts of a name. */
const joint = /[\s._-]/;
const separator = /[/\\]/;

/** The reason why a folder template is invalid, or `undefined`. */
export function folderFault(template: string): Problem | undefined {
  const [start = '', ...others] = template.split(separator);
  return unknownIn([start === workspacePlaceholder ? '' : start, ...others].join('/'));
}

/** The reason why a name template is invalid, or `undefined`. */
export function nameFault(template: string): Problem | undefined {
  if (separator.test(template)) return { code: 'output.name_with_folder', detail: template };
  return unknownIn(template);
}

/**
 * Replaces the placeholders of a template. Values can't add folders. A placeholder without a value also removes the
 * separator before it: for a song, `${name}-${width}x${height}` yields only the name.
 */
export function fillTemplate(template: string, values: TemplateValues): string {
  let text = '';
  let isMissing = false;
  for (const part of template.split(place)) {
    if (isPlaceholder(part)) {
      const value = values[part].replaceAll(/[/\\]/g, '_');
      isMissing = value === '';
      text = isMissing ? withoutTrailing(text, joint) : text + value;
    } else if (part !== '') {
      const joins = isMissing && (part === 'x' || text === '');
      text += joins ? part.replace(/^[\s._x-]+/, '') : part;
      isMissing = false;
    }
  }
  return text;
}

/** True if a template contains facts about the finished output. */
export function asksForOutput(template: string | undefined): boolean {
  return template !== undefined && /\$\{(?:width|height)\}/.test(template);
}

function unknownIn(template: string): Problem | undefined {
  const unknown = template.match(place)?.find((found) => !isPlaceholder(found));
  return unknown === undefined ? undefined : { code: 'output.unknown_placeholder', detail: unknown };
}

function isPlaceholder(text: string): text is Placeholder {
  return placeholders.some((each) => each === text);
}

/** Facts about an output for templates, in addition to those about its source. */
export interface OutputFacts {
  /** The output's extension, including its dot. */
  readonly extension: string;
  /** The size in pixels, as formatted text. */
  readonly size: { readonly width: string; readonly height: string } | undefined;
}

/** The values of the placeholders. Unknown values are empty. */
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
