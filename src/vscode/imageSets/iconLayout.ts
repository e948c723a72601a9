import * as vscode from 'vscode';
import type { PlannedFile, RefusedFile, WorkPlan } from '../../planning/workPlan.ts';
import type { OutputTemplates, Problem } from '../../jobs/core/job.ts';
import { type Icon, iconsOf, iconsWithin } from './iconSets.ts';
import type { IconSetId } from '../request/runDetails.ts';
import { sizeOfFile } from '../references/pictures.ts';
import { freeIconFolder } from './freeIconFolder.ts';

/** What is made of one picture. */
export interface PlannedIcons {
  readonly file: PlannedFile;
  readonly icons: readonly Icon[];
  readonly output: OutputTemplates;
  /** Whether the picture is too small for some. */
  readonly isSmall: boolean;
}

/** What is made of all pictures. */
export interface IconLayout {
  readonly sets: readonly PlannedIcons[];
  /** Pictures whose icons would go where nothing can be put. */
  readonly refused: readonly RefusedFile[];
  /** Why something that the workspace says of results is not followed. */
  readonly ignored: readonly Problem[];
}

/** Decides which icons there are of each picture, and where. */
export async function layOutIcons({ planned }: WorkPlan, imageSet: IconSetId): Promise<IconLayout> {
  const all = iconsOf[imageSet];
  const sets: PlannedIcons[] = [];
  const refused: RefusedFile[] = [];
  const ignored: Problem[] = [];
  const taken = new Set<string>();
  for (const [index, file] of planned.entries()) {
    const { uri, service } = file;
    const numbering = { number: index + 1, count: planned.length };
    const folder = await freeIconFolder(uri, imageSet, numbering, taken);
    ignored.push(...folder.ignored);
    if (folder.fault !== undefined) refused.push({ uri, service, problem: folder.fault });
    else if (folder.templates !== undefined) {
      const icons = iconsWithin(all, await longerSide(file));
      const isSmall = sidesOf(icons).length < sidesOf(all).length;
      sets.push({ file, icons, output: folder.templates, isSmall });
    }
  }
  return { sets, refused, ignored };
}

function sidesOf(icons: readonly Icon[]): readonly number[] {
  return icons.flatMap(({ sides }) => sides);
}

/** A drawing is sharp in any size; a picture whose size nobody can tell counts as large. */
async function longerSide({ uri, format }: PlannedFile): Promise<number> {
  const size = format === 'svg' ? undefined : await sizeOfFile(vscode.Uri.parse(uri));
  return size === undefined ? Infinity : Math.max(size.width, size.height);
}
