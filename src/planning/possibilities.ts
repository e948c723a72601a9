import type { Problem } from '../jobs/core/job.ts';
import {
  alternativeTo,
  type Installable,
  installableFor,
  type Offer,
  type Route,
  type Target,
  targetsFor,
  withoutNetwork,
} from './offer.ts';
import { planProblem, serviceProblem } from './planProblem.ts';

/** A file that the user selected, directly or in a folder. */
export interface SelectedFile {
  readonly uri: string;
  /** The format of its name. */
  readonly format: string | undefined;
  /** Not selected directly, so it is skipped if the task doesn't suit it. */
  readonly inFolder: boolean;
  /** URI of the parent of the selected folder that contains the file. */
  readonly pickedIn?: string;
  /** True if the setting `neverUpload` excludes it from the network. */
  readonly neverUploaded: boolean;
}

/** More files of a folder than anyone means to process at once. */
export const maxFolderFiles = 10_000;

/**
 * The selected files, and the offer at that moment. Each right-click creates one; the list of formats, the confirmation
 * of a large batch, and the jobs all derive from it, so they agree.
 */
export interface Selection {
  readonly offer: Offer;
  readonly files: readonly SelectedFile[];
  /** Further content of selected folders, for targets that accept any file. */
  readonly others?: readonly SelectedFile[];
  /** Results of earlier jobs in the selected folders, which are skipped unless the user includes them. */
  readonly results?: readonly SelectedFile[];
  /** True if a folder contained more than `maxFolderFiles`. */
  readonly truncated: boolean;
}

/** The possible targets of a selection. */
export interface TargetChoices {
  /** The formats that suit the most files come first. */
  readonly targets: readonly OfferedTarget[];
  /** The files that can be converted to any of them. */
  readonly files: readonly SelectedFile[];
  /** The additional targets of each program that isn't installed. */
  readonly installable: readonly Installable[];
  /** The formats of the files. */
  readonly sourceFormats: readonly string[];
  /** True if network results cost credits. */
  readonly networkCharges: boolean;
  /** The reason why the list may surprise the user. */
  readonly remark: TargetRemark | undefined;
}

/** A format that some of the files can be converted to. */
export interface OfferedTarget extends Target {
  /** Number of files that can be converted, or already have the format. */
  readonly fileCount: number;
  /** Number of these files that already have the format, and stay as they are. */
  readonly sameCount: number;
  /** The routes at the other service, if it supports all of them. */
  readonly alternatives?: readonly Route[];
}

export type TargetRemark =
  | { readonly kind: 'truncated' | 'networkUnavailable' }
  | { readonly kind: 'neverUploaded'; readonly count: number }
  /** Selected files without targets, the first by its URI. */
  | { readonly kind: 'unfit'; readonly first: string; readonly count: number };

/** The selection including the results of earlier jobs. */
export function withResults({ files, results = [], ...selection }: Selection): Selection {
  return { ...selection, files: [...files, ...results] };
}

/** The targets of each individual file, those that suit the most files first. */
export function targetChoices(selection: Selection): TargetChoices {
  const { offer, files } = selection;
  const { fitting, unfit } = sorted(selection);
  const sourceFormats = formatsOf(files);
  const isAllKnown = sourceFormats.length === files.length;
  return {
    targets: targetsOf(offer, fitting).toSorted((one, other) => other.fileCount - one.fileCount),
    files: fitting,
    installable: isAllKnown ? installableFor(offerTo(offer, files), sourceFormats) : [],
    sourceFormats,
    networkCharges: offer.networkCharges,
    remark: remarkOn(selection, unfit),
  };
}

/** The reason why nothing can be done with a selection. */
export function obstacleTo(selection: Selection): Problem {
  const { offer, files } = selection;
  const isHeldBack = ({ format, neverUploaded }: SelectedFile): boolean =>
    neverUploaded && targetsFor(offer, format === undefined ? [] : [format]).length > 0;
  if (files.some(isHeldBack)) return planProblem('upload.not_allowed');
  const [needed] = targetChoices(selection).installable;
  const program = needed && offer.programName(needed.program);
  if (program !== undefined) return planProblem('formats.needs_program', program);
  const known = serviceProblem(offer);
  if (known !== undefined) return known;
  return planProblem(files.length === 0 ? 'formats.nothing_here' : 'formats.unknown_type');
}

/** The files with targets, and those without. */
function sorted({ offer, files }: Selection): { fitting: SelectedFile[]; unfit: SelectedFile[] } {
  const kinds = Map.groupBy(kindsOf(files), (alike) => targetsOf(offer, alike).length > 0);
  return { fitting: kinds.get(true)?.flat() ?? [], unfit: kinds.get(false)?.flat() ?? [] };
}

/** The targets of at least one file, with the number of files that can be converted or already have the format. */
function targetsOf(offer: Offer, files: readonly SelectedFile[]): OfferedTarget[] {
  const routes = new Map<string, Route[]>();
  const alternatives = new Map<string, (Route | undefined)[]>();
  const counts = new Map<string, number>();
  const same = new Map<string, number>();
  const count = (format: string, more: number): unknown =>
    counts.set(format, (counts.get(format) ?? 0) + more);
  for (const alike of kindsOf(files)) {
    const [source = ''] = formatsOf(alike);
    const possible = offerTo(offer, alike);
    const targets = targetsFor(possible, [source]);
    for (const target of targets) {
      routes.set(target.format, [...(routes.get(target.format) ?? []), ...target.routes]);
      const others = target.routes.map((route) => alternativeTo(possible, route));
      alternatives.set(target.format, [...(alternatives.get(target.format) ?? []), ...others]);
      count(target.format, alike.length);
    }
    if (targets.some(({ format }) => format === source)) continue;
    count(source, alike.length);
    same.set(source, (same.get(source) ?? 0) + alike.length);
  }
  return [...routes].map(([format, all]) => ({
    format,
    routes: all,
    fileCount: counts.get(format) ?? 0,
    sameCount: same.get(format) ?? 0,
    ...shared(alternatives.get(format) ?? []),
  }));
}

/** Alternatives that cover all files at one place: anything else would be too much to choose from. */
function shared(alternatives: readonly (Route | undefined)[]): Pick<OfferedTarget, 'alternatives'> {
  const known = alternatives.filter((route) => route !== undefined);
  const isShared =
    known.length === alternatives.length && new Set(known.map((each) => each.service)).size === 1;
  return isShared ? { alternatives: known } : {};
}

/** Files with equal properties, grouped, as there may be thousands. */
function kindsOf(files: readonly SelectedFile[]): SelectedFile[][] {
  return [...Map.groupBy(files, ({ format, neverUploaded }) => `${neverUploaded} ${format}`).values()];
}

/** If every file stays on this computer, so does the offer; otherwise the plan decides for each file. */
function offerTo(offer: Offer, files: readonly SelectedFile[]): Offer {
  return files.every((file) => file.neverUploaded) ? withoutNetwork(offer) : offer;
}

function formatsOf(files: readonly SelectedFile[]): string[] {
  return files.flatMap(({ format }) => format ?? []);
}

function remarkOn(
  { offer, files, truncated }: Selection,
  unfit: readonly SelectedFile[],
): TargetRemark | undefined {
  if (truncated) return { kind: 'truncated' };
  const [first] = unfit;
  if (first !== undefined) return { kind: 'unfit', first: first.uri, count: unfit.length };
  const count = files.filter((file) => file.neverUploaded).length;
  if (offer.networkReady && count > 0) return { kind: 'neverUploaded', count };
  return offer.unavailable.has('network') ? { kind: 'networkUnavailable' } : undefined;
}
