import { namesText } from '../text/batches.ts';
import { fileName, filesText } from '../text/names.ts';
import { say, sayCount, sentences, type SafeText } from '../text/safeText.ts';

/** The result of a reference update, as counts and URIs of originals. */
interface ReferenceCounts {
  readonly references: number;
  readonly files: number;
  readonly removed: readonly string[];
  readonly restored: readonly string[];
  /** Originals that are still referred to. */
  readonly stillNamed: readonly string[];
  /** Texts that weren't read, which may refer to originals. */
  readonly unread: readonly string[];
}

/** The summary of changes and removed originals; `undefined` if the user deselected everything. */
export function referencesText(counts: ReferenceCounts): SafeText | undefined {
  const { references, files, removed, restored, stillNamed, unread } = counts;
  if (references === 0 && removed.length + restored.length === 0) return undefined;
  return sentences([
    references === 0 ? undefined : updatedText(references, files),
    removed.length === 0
      ? undefined
      : sayCount(removed.length, { one: '{0} original removed.', other: '{0} originals removed.' }),
    restored.length === 0
      ? undefined
      : say('Restored because it’s still referenced: {0}.', namesOf(restored)),
    stillNamed.length === 0 ? undefined : say('Still referenced: {0}.', namesOf(stillNamed)),
    unreadText(unread),
  ]);
}

export function noReferencesText(stillNamed: readonly string[], unread: readonly string[]): SafeText {
  return sentences([
    stillNamed.length > 0
      ? say('No references can be updated. Still referenced: {0}.', namesOf(stillNamed))
      : unread.length > 0
        ? say('No references to the converted files were found.')
        : say('The open folder contains no references to the converted files.'),
    unreadText(unread),
  ]);
}

/** Names the texts that weren't read, so that users can check them. */
function unreadText(uris: readonly string[]): SafeText | undefined {
  return uris.length === 0
    ? undefined
    : sayCount(
        uris.length,
        {
          one: '{0} file wasn’t read because it’s too large or too complex: {1}.',
          other: '{0} files weren’t read because they’re too large or too complex: {1}.',
        },
        namesOf(uris),
      );
}

/** Summarizes reverted references, given the URIs of files; `undefined` if there were none. */
export function undoneReferencesText(
  restored: readonly string[],
  left: readonly string[],
): SafeText | undefined {
  if (restored.length + left.length === 0) return undefined;
  return sentences([
    restored.length === 0
      ? undefined
      : sayCount(restored.length, {
          one: 'References reverted in {0} file.',
          other: 'References reverted in {0} files.',
        }),
    left.length === 0
      ? undefined
      : say('References not reverted because of later changes: {0}.', namesOf(left)),
  ]);
}

function updatedText(references: number, files: number): SafeText {
  return sayCount(
    references,
    { one: 'Updated {0} reference in {1}.', other: 'Updated {0} references in {1}.' },
    filesText(files),
  );
}

function namesOf(uris: readonly string[]): SafeText {
  return namesText(uris.map(fileName));
}
