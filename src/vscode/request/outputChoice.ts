import type { OutputTemplates, Problem } from '../../jobs/core/job.ts';
import { outputFolderFault, workspaceFolderFault } from '../../jobs/placement/outputFolder.ts';
import { nameFault, templateValues } from '../../jobs/placement/template.ts';
import type { OutputWish } from '../../planning/work.ts';

/** A file's number within its batch, and its preset. */
export interface Numbering {
  /** Starting at 1. */
  readonly number: number;
  readonly count: number;
  /** Name of the preset that requests it. */
  readonly preset?: string | undefined;
}

/** The outcome of several wishes. */
export interface OutputChoice {
  /** `undefined` for the source's folder and the service's name. */
  readonly templates: OutputTemplates | undefined;
  /** The reason why nothing can be saved: the user's own wish can't be fulfilled. */
  readonly fault: Problem | undefined;
  /** The reasons why wishes of a workspace are ignored: they can't be fulfilled, or must not be. */
  readonly ignored: readonly Problem[];
}

/** Chooses the first wish for the folder, and the first for the name. */
export function chooseOutput(
  source: string,
  workspace: string | undefined,
  wishes: readonly OutputWish[],
  { number, count, preset }: Numbering,
): OutputChoice {
  const base = { workspace, preset, number: String(number).padStart(String(count).length, '0') };
  const asTemplates = ({ folder, ofWorkspace = false }: OutputWish): OutputTemplates => ({
    ...base,
    folder: folder === '' ? undefined : folder,
    name: undefined,
    staysInWorkspace: ofWorkspace,
  });
  const values = templateValues(source, base, { extension: '', size: undefined });
  const folder = firstFit(
    wishes.filter((wish) => wish.folder !== undefined),
    (wish) => {
      if (!wish.folder) return undefined;
      if (wish.ofWorkspace !== true) return outputFolderFault(wish.folder);
      return workspaceFolderFault(source, asTemplates(wish), values);
    },
  );
  const name = firstFit(
    wishes.filter((wish) => wish.name !== undefined),
    (wish) => nameFault(wish.name ?? ''),
  );
  const templates = {
    ...asTemplates(folder.wish ?? {}),
    name: name.wish?.name === '' ? undefined : name.wish?.name,
  };
  const isUsual = templates.folder === undefined && templates.name === undefined;
  return {
    templates: isUsual ? undefined : templates,
    fault: folder.fault ?? name.fault,
    ignored: [...folder.ignored, ...name.ignored],
  };
}

/** The first wish that can be fulfilled. Those of a workspace are skipped otherwise, but not the user's. */
function firstFit(
  wishes: readonly OutputWish[],
  faultOf: (wish: OutputWish) => Problem | undefined,
): { wish: OutputWish | undefined; fault: Problem | undefined; ignored: readonly Problem[] } {
  const ignored: Problem[] = [];
  for (const wish of wishes) {
    const fault = faultOf(wish);
    if (fault === undefined) return { wish, fault, ignored };
    if (wish.ofWorkspace !== true) return { wish: undefined, fault, ignored };
    ignored.push(fault);
  }
  return { wish: undefined, fault: undefined, ignored };
}
