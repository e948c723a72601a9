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

const place = /\$\{[^}]*\}?/g;
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

/** The template with values in the place of its placeholders; none of these can add a folder. */
export function filled(template: string, values: TemplateValues): string {
  return template.replaceAll(place, (found) =>
    isPlaceholder(found) ? values[found].replaceAll(/[/\\]/g, '_') : found,
  );
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
