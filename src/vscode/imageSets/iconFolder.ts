import type { OutputWish } from '../request/outputChoice.ts';

/** What differs from icon to icon, which all go into one folder. */
const perResult = /\$\{(?:ext|width|height)\}/;

/**
 * The wishes for a folder of this name in the one that was wished for, beside the source where that is not said or not the same
 * for all files of a set.
 */
export function folderWithin(name: string, wishes: readonly OutputWish[]): OutputWish[] {
  const within = wishes.flatMap(({ folder, ofWorkspace = false }) => {
    if (folder === undefined || perResult.test(folder)) return [];
    return { folder: folder === '' ? name : `${folder}/${name}`, ofWorkspace };
  });
  return [...within, { folder: name }];
}
