import { withoutTrailing } from '../../util/withoutTrailing.ts';
import type { Problem } from '../core/job.ts';

/** What a template of a folder or a name may hold, each as it is written there. */
export const placeholders = [
  '${name}',
  '${dir}',
  '${ext}',
  '${width}',
  '${height}',
  '${preset}',
  '${n}',
] as const;

export type Placeholder = (typeof placeholders)[number];

/** What stands in the place of each. */
export type TemplateValues = Readonly<Record<Placeholder, string>>;

/** What a folder may begin with: the folder of the workspace that the source is in. */
export const workspacePlaceholder = '${workspaceFolder}';

/** Longer than any name or path that is meant. */
export const maxTemplateLength = 500;

const place = /(\$\{[^}]*\}?)/g;
/** What stands between the parts of a name. */
const joint = /[\s._-]/;
const separator = /[/\\]/;

/** Why the template of a folder can't be followed, or `undefined`. */
export function folderFault(template: string): Problem | undefined {
  const [start = '', ...others] = template.split(separator);
  return unknownIn([start === workspacePlaceholder ? '' : start, ...others].join('/'));
}

/** Why the template of a name can't be followed, or `undefined`. */
export function nameFault(template: string): Problem | undefined {
  if (separator.test(template)) return { code: 'output.name_with_folder', detail: template };
  return unknownIn(template);
}

/**
 * The template with values in the place of its placeholders; none of these can add a folder. What has no value takes the
 * separator before it along: `${name}-${width}x${height}` of a song is its name.
 */
export function filled(template: string, values: TemplateValues): string {
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

/** Whether what a template says is only known of an output that is there. */
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
