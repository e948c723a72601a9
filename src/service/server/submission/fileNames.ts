import { serviceError } from '../../faults.ts';

/** No file system has longer names. */
const maxNameLength = 255;
const maxPathLength = 4096;

/**
 * The base name of a submitted file, by the rules of all operating systems, without characters that don't belong in a
 * name.
 * @throws ServiceError `request.malformed`
 */
export function safeName(name: string): string {
  return cleaned(name.split(/[/\\]/).at(-1) ?? '') || 'file';
}

/**
 * The relative path of one of several submitted files, with `/` between folders. It never leads to a parent folder or a
 * drive.
 * @throws ServiceError `request.malformed`
 */
export function safePath(name: string): string {
  if (name.length > maxPathLength)
    throw serviceError('request.malformed', `The file’s path has more than ${maxPathLength} characters.`);
  const parts = name.split(/[/\\]/).map(cleaned);
  const own = parts.filter((part, index) => !/^\.{0,2}$/.test(part) && !(index === 0 && isDrive(part)));
  return own.join('/') || 'file';
}

function cleaned(part: string): string {
  if (part.length > maxNameLength)
    throw serviceError('request.malformed', `The file’s name has more than ${maxNameLength} characters.`);
  if (!part.isWellFormed())
    throw serviceError('request.malformed', 'The file’s name isn’t valid Unicode text.');
  // eslint-disable-next-line no-control-regex
  return part.replaceAll(/[\u0000-\u001f\u007f]/g, '');
}

function isDrive(part: string): boolean {
  return /^[a-z]:$/i.test(part);
}
