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

/** A file that a person picked, or that lies in a folder that was picked. */
export interface SelectedFile {
  readonly uri: string;
  /** What its name says it is. */
  readonly format: string | undefined;
  /** Nobody asked for it by name, so it is left out where the work does not suit it. */
  readonly inFolder: boolean;
  /** URI of the folder that a picked folder with the file in it lies in. */
  readonly pickedIn?: string;
  /** Whether the setting `neverUpload` keeps it from the network. */
  readonly neverUploaded: boolean;
}

/** More files of a folder than anyone means to work on at once. */
export const maxFolderFiles = 10_000;

/**
 * What was picked, and what can be done at that moment. Each right-click makes one; the list of formats, the question before
 * a large batch and the jobs are all worked out from it, so they agree.
 */
export interface Selection {
  readonly offer: Offer;
  readonly files: readonly SelectedFile[];
  /** What picked folders hold besides, which counts for what takes any file. */
  readonly others?: readonly SelectedFile[];
  /** What earlier jobs made in the folders that were picked, which is left out unless a person wants it. */
  readonly results?: readonly SelectedFile[];
  /** Whether a folder held more than `maxFolderFiles`. */
  readonly truncated: boolean;
}

/** What the files of a selection can become. */
export interface TargetChoices {
  /** The formats first that suit the most files. */
  readonly targets: readonly OfferedTarget[];
  /** The files that can become any of them. */
  readonly files: readonly SelectedFile[];
  /** What each program that is not installed would add. */
  readonly installable: readonly Installable[];
  /** The formats of the files. */
  readonly sourceFormats: readonly string[];
  /** Whether what the network makes costs credits. */
  readonly networkCharges: boolean;
  /** Why the list is not what a person may expect. */
  readonly remark: TargetRemark | undefined;
}

/** A format that some of the files can become. */
export interface OfferedTarget extends Target {
  /** How many can, or are of the format already. */
  readonly fileCount: number;
  /** How all of them could as well become it at the other service. */
  readonly alternatives?: readonly Route[];
}

export type TargetRemark =
  | { readonly kind: 'truncated' | 'networkUnavailable' }
  | { readonly kind: 'neverUploaded'; readonly count: number }
  /** Picked files that can become nothing, the first by its URI. */
  | { readonly kind: 'unfit'; readonly first: string; readonly count: number };

/** The selection with the results of earlier jobs among its files. */
export function withResults({ files, results = [], ...selection }: Selection): Selection {
  return { ...selection, files: [...files, ...results] };
}

/** What the files can become, each for itself, the formats first that suit the most of them. */
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

/** Why nothing at all can be done with a selection. */
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

/** Those that can become anything at all, and those that can't. */
function sorted({ offer, files }: Selection): { fitting: SelectedFile[]; unfit: SelectedFile[] } {
  const kinds = Map.groupBy(kindsOf(files), (alike) => targetsOf(offer, alike).length > 0);
  return { fitting: kinds.get(true)?.flat() ?? [], unfit: kinds.get(false)?.flat() ?? [] };
}

/** What at least one of the files can become, with the count of those that can, or are it already. */
function targetsOf(offer: Offer, files: readonly SelectedFile[]): OfferedTarget[] {
  const routes = new Map<string, Route[]>();
  const alternatives = new Map<string, (Route | undefined)[]>();
  const counts = new Map<string, number>();
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
    if (!targets.some(({ format }) => format === source)) count(source, alike.length);
  }
  return [...routes].map(([format, all]) => ({
    format,
    routes: all,
    fileCount: counts.get(format) ?? 0,
    ...shared(alternatives.get(format) ?? []),
  }));
}

/** Alternatives that are for all files, and at one place: anything else would be too much to choose from. */
function shared(alternatives: readonly (Route | undefined)[]): Pick<OfferedTarget, 'alternatives'> {
  const known = alternatives.filter((route) => route !== undefined);
  const isShared =
    known.length === alternatives.length && new Set(known.map((each) => each.service)).size === 1;
  return isShared ? { alternatives: known } : {};
}

/** Files of which the same can be said, together: there may be thousands. */
function kindsOf(files: readonly SelectedFile[]): SelectedFile[][] {
  return [...Map.groupBy(files, ({ format, neverUploaded }) => `${neverUploaded} ${format}`).values()];
}

/** Where every file stays here, so does what is offered; else the plan decides file by file. */
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
