import type { OutputTemplates, Problem } from '../../jobs/core/job.ts';
import { outputFolderFault, workspaceFolderFault } from '../../jobs/placement/outputFolder.ts';
import { nameFault, templateValues } from '../../jobs/placement/template.ts';

/** Where results are to go and what they are to be called, in the words of `output.folder` and `output.name`. */
export interface OutputWish {
  readonly folder?: string | undefined;
  readonly name?: string | undefined;
  /** Whether a workspace says so, as by a preset of its own: then its folder may not lead out of it. */
  readonly ofWorkspace?: boolean;
}

/** Which file of its batch a file is, and on whose behalf. */
export interface Numbering {
  /** From 1. */
  readonly number: number;
  readonly count: number;
  /** Name of the preset that asks for it. */
  readonly preset?: string | undefined;
}

/** What counts of several wishes. */
export interface OutputChoice {
  /** `undefined`: beside the source, by the name that the service gives. */
  readonly templates: OutputTemplates | undefined;
  /** Why nothing may be put anywhere: what the person says can't be done. */
  readonly fault: Problem | undefined;
  /** What a workspace says and what is not followed, because it can't be or must not be. */
  readonly ignored: readonly Problem[];
}

/** Decides by the first of the wishes that says anything, the folder and the name each for itself. */
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

/** The first wish that can be followed: those of a workspace are passed over, but not what the person says. */
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
