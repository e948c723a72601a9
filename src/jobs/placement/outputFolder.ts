import { homedir } from 'node:os';
import { isAbsolute, join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OutputTemplates, Problem } from '../core/job.ts';
import { baseName, folderOf, inFolder, isWithin, namesBetween } from '../files/fileUri.ts';
import { safeFolderName } from './safeFileName.ts';
import { filled, folderFault, type TemplateValues, workspacePlaceholder } from './template.ts';

const separators = /[/\\]/;

/**
 * URI of the folder that an output goes to, links not resolved. A file outside of any workspace has the folder of the
 * source for that of the workspace.
 */
export function outputFolder(
  source: string,
  { folder, workspace }: OutputTemplates,
  values: TemplateValues,
): string {
  if (folder === undefined) return folderOf(source);
  const { root, rest } = start(folder, folderOf(source), workspace);
  return rest.split(separators).reduce((parent, segment) => {
    if (segment === '' || segment === '.') return parent;
    if (segment === '..') return folderOf(parent);
    const names =
      segment === '${dir}' ? sourceFolders(source, workspace) : [safeFolderName(filled(segment, values))];
    return names.reduce<string>((at, name) => (name === undefined ? at : inFolder(at, name)), parent);
  }, root);
}

/** Why a person's folder can't be used, or `undefined`. */
export function outputFolderFault(folder: string): Problem | undefined {
  const isOfOtherSystem = hasRoot(folder) && !isAbsolute(fromHome(folder));
  return isOfOtherSystem ? { code: 'output.folder_elsewhere', detail: folder } : folderFault(folder);
}

/** Why the folder that a workspace wants for a source can't be used: it stays in the workspace by its very words. */
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

/** Whether a path begins at a root or at someone's home on any system, be it not this one. */
function hasRoot(folder: string): boolean {
  return /^(?:[/\\~]|[a-z]:)/i.test(folder);
}

function fromHome(folder: string): string {
  return /^~(?:[/\\]|$)/.test(folder) ? join(homedir(), folder.slice(1)) : folder;
}

/** The names of the folders from the workspace to the source, or of the source's own outside of one. */
function sourceFolders(source: string, workspace: string | undefined): string[] {
  const folder = folderOf(source);
  const isInside = workspace !== undefined && isWithin(folder, workspace);
  return isInside ? namesBetween(workspace, folder) : [baseName(folder)];
}
