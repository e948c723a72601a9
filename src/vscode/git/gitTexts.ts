import { namesText } from '../text/batches.ts';
import { fileName } from '../text/files.ts';
import { say, sayCount, sentences, type SafeText } from '../text/safeText.ts';

/** The number of files that were staged again, and the names of those that weren't. */
export function stagedText(staged: readonly string[], left: readonly string[]): SafeText | undefined {
  if (staged.length + left.length === 0) return undefined;
  return sentences([
    staged.length === 0
      ? undefined
      : sayCount(staged.length, { one: '{0} file staged again.', other: '{0} files staged again.' }),
    left.length === 0
      ? undefined
      : say('Not staged again because of later changes: {0}.', namesText(left.map(fileName))),
  ]);
}

/** Says which staged images are left out, and why. */
export function leftOutText(inPart: readonly string[], pointers: readonly string[]): SafeText | undefined {
  if (inPart.length + pointers.length === 0) return undefined;
  return sentences([
    inPart.length === 0
      ? undefined
      : say('Skipped because only some of the changes are staged: {0}.', namesText(inPart.map(fileName))),
    pointers.length === 0
      ? undefined
      : say('Skipped because Git LFS hasn’t fetched them: {0}.', namesText(pointers.map(fileName))),
  ]);
}
