import { homedir } from 'node:os';
import { isAbsolute, join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { safeFolderName, splitName, visibleFolderName } from '../../contract/safeFileName.ts';
import { withoutTrailing } from '../../util/text.ts';
import { baseName, folderOf, inFolder, isWithin, namesBetween } from '../core/fileUri.ts';
import type { OutputTemplates, Problem } from '../core/job.ts';

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
  templates: Pick<OutputTemplates, 'preset' | 'number'> | undefined,
  { extension, size }: OutputFacts,
): TemplateValues {
  return {
    '${name}': splitName(baseName(source)).stem,
    '${dir}': baseName(folderOf(source)),
    '${ext}': extension.replace(/^\./, ''),
    '${width}': size?.width ?? '',
    '${height}': size?.height ?? '',
    '${preset}': templates?.preset ?? '',
    '${n}': templates?.number ?? '',
  };
}

/**
 * URI of an output's folder, with links unresolved. For a file outside any workspace, the source's folder counts as the
 * workspace.
 */
export function outputFolder(
  source: string,
  { folder, workspace }: OutputTemplates,
  values: TemplateValues,
): string {
  if (folder === undefined) return folderOf(source);
  const { root, rest } = start(folder, folderOf(source), workspace);
  return rest.split(separator).reduce((parent, segment) => {
    if (segment === '' || segment === '.') return parent;
    if (segment === '..') return folderOf(parent);
    const names =
      segment === '${dir}'
        ? sourceFolders(source, workspace)
        : [folderName(segment, fillTemplate(segment, values))];
    return names.reduce<string>((at, name) => (name === undefined ? at : inFolder(at, name)), parent);
  }, root);
}

/** The name of a folder. Only the template itself can hide the folder, not the name of a file. */
function folderName(segment: string, name: string): string | undefined {
  return segment.startsWith('.') ? safeFolderName(name) : visibleFolderName(name);
}

/** The reason why a folder in the user's settings can't be used, or `undefined`. */
export function outputFolderFault(folder: string): Problem | undefined {
  const isOfOtherSystem = hasRoot(folder) && !isAbsolute(fromHome(folder));
  return isOfOtherSystem ? { code: 'output.folder_elsewhere', detail: folder } : folderFault(folder);
}

/**
 * The reason why a folder in a workspace's settings can't be used for a source, or `undefined`. The folder must be
 * inside the workspace.
 */
export function workspaceFolderFault(
  source: string,
  templates: OutputTemplates,
  values: TemplateValues,
): Problem | undefined {
  const { folder = '', workspace } = templates;
  const fault = folderFault(folder);
  if (fault !== undefined) return fault;
  const stays =
    workspace !== undefined &&
    !hasRoot(folder) &&
    isWithin(outputFolder(source, templates, values), workspace);
  return stays ? undefined : { code: 'output.outside_workspace', detail: folder };
}

function start(
  folder: string,
  sourceFolder: string,
  workspace: string | undefined,
): { root: string; rest: string } {
  if (folder.startsWith(workspacePlaceholder)) {
    return { root: workspace ?? sourceFolder, rest: folder.slice(workspacePlaceholder.length) };
  }
  const path = fromHome(folder);
  if (!isAbsolute(path)) return { root: sourceFolder, rest: folder };
  const { root } = parse(path);
  return { root: pathToFileURL(root).href, rest: path.slice(root.length) };
}

/** True if a path starts at a root or a home folder of any operating system. */
function hasRoot(folder: string): boolean {
  return /^(?:[/\\~]|[a-z]:)/i.test(folder);
}

function fromHome(folder: string): string {
  return /^~(?:[/\\]|$)/.test(folder) ? join(homedir(), folder.slice(1)) : folder;
}

/** The names of the folders from the workspace to the source, or the name of the source's folder if there is no workspace. */
function sourceFolders(source: string, workspace: string | undefined): string[] {
  const folder = folderOf(source);
  const isInside = workspace !== undefined && isWithin(folder, workspace);
  return isInside ? namesBetween(workspace, folder) : [baseName(folder)];
}
