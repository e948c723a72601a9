import type { Traits } from '../contract/losses.ts';
import type { Problem } from '../jobs/core/job.ts';
import type { ServiceId } from '../jobs/core/service.ts';
import {
  combinationsOf,
  type OfferedCombination,
  type SelectedFile,
  type Selection,
} from './possibilities.ts';
import {
  alternativeTo,
  type Installable,
  installableFor,
  lossesOf,
  type Offer,
  planProblem,
  type Route,
  type RunOn,
  serviceProblem,
  targetsFor,
  withoutNetwork,
} from './offer.ts';
import { groupTargets, type TargetGroup } from './targetGroups.ts';

/** The list of targets for a selection, and all details that it shows. */
export interface TargetMenu {
  /** The files that can be converted to at least one of the targets. */
  readonly files: readonly SelectedFile[];
  readonly groups: readonly TargetGroup<MenuTarget>[];
  readonly combinations: readonly OfferedCombination[];
  /** The services for most of the targets; `undefined` if this computer is the only one for all of them. */
  readonly usualPlace: TargetServices | undefined;
  /** The additional targets of each program that isn't installed. */
  readonly installable: readonly Installable[];
  readonly sourceFormats: readonly string[];
  /** A reason why the list may surprise the user. */
  readonly remark: TargetRemark | undefined;
}

/** A format that at least one of the files can be converted to. */
export interface MenuTarget {
  readonly format: string;
  /** Number of files that can be converted to the format, or already have it. */
  readonly fileCount: number;
  /** Number of files that already have the format, and stay unchanged. */
  readonly sameCount: number;
  /** True if all of the files can be converted to the format. */
  readonly isForAll: boolean;
  readonly place: TargetServices;
  readonly losses: TargetLosses;
}

/** The services that convert files to a target, and the other service if it could convert all of the files, too. */
export interface TargetServices {
  readonly services: readonly PricedService[];
  readonly alternative: PricedService | undefined;
}

interface PricedService {
  readonly service: ServiceId;
  /** The minimum cost per file; `undefined` if the service doesn't charge. */
  readonly credits: number | undefined;
}

/** The properties that files lose if they are converted to a target. */
export interface TargetLosses {
  /** Properties that some of the files have and would lose. */
  readonly certain: readonly string[];
  /** Number of files that would certainly lose a property. */
  readonly fileCount: number;
  /** Number of files of which nothing is known. */
  readonly unreadCount: number;
  /** Properties that would be lost, but that the files may not have. */
  readonly possible: readonly string[];
}

export type TargetRemark =
  | { readonly kind: 'truncated' | 'networkUnavailable' }
  | { readonly kind: 'neverUploaded'; readonly count: number }
  /** Selected files without any targets. `first` is the URI of the first one. */
  | { readonly kind: 'unfit'; readonly first: string; readonly count: number };

/** Files with the same format and rules. They are grouped because there may be thousands. */
interface Alike {
  readonly format: string | undefined;
  readonly files: readonly SelectedFile[];
  readonly offer: Offer;
  /** The routes, by target format. */
  readonly routes: ReadonlyMap<string, Route>;
}

/** The menu for a selection. `recentFormats` are the formats that were chosen before, the latest first. */
export function targetMenu(selection: Selection, recentFormats: readonly string[] = []): TargetMenu {
  const { files } = selection;
  const kinds = kindsOf(selection);
  const fitting = kinds.filter(({ routes }) => routes.size > 0);
  const fittingFiles = fitting.flatMap((kind) => kind.files);
  const targets = targetsOf(fitting, fittingFiles.length, selection);
  const sourceFormats = formatsOf(files);
  const isAllHere = targets.every(({ place }) => isOnThisComputer(place));
  return {
    files: fittingFiles,
    groups: groupTargets(targets, recentFormats, sourceFormats),
    combinations: combinationsOf(selection),
    usualPlace: isAllHere ? undefined : mostFrequent(targets.map(({ place }) => place)),
    installable: installableOf(selection),
    sourceFormats,
    remark: remarkOn(
      selection,
      kinds.flatMap((kind) => (kind.routes.size > 0 ? [] : kind.files)),
    ),
  };
}

/** The reason why none of the selected files can be processed. */
export function obstacleTo(selection: Selection): Problem {
  const { offer, files } = selection;
  const isHeldBack = ({ format, neverUploaded }: SelectedFile): boolean =>
    neverUploaded && targetsFor(offer, format === undefined ? [] : [format]).length > 0;
  if (files.some(isHeldBack)) return planProblem('upload.not_allowed');
  const [needed] = installableOf(selection);
  const program = needed && offer.programName(needed.program);
  if (program !== undefined) return planProblem('formats.needs_program', program);
  const known = serviceProblem(offer);
  if (known !== undefined) return known;
  return planProblem(files.length === 0 ? 'formats.nothing_here' : 'formats.unknown_type');
}

/** The additional targets of each program that isn't installed, if the formats of all files are known. */
function installableOf({ offer, files }: Selection): readonly Installable[] {
  const formats = formatsOf(files);
  return formats.length === files.length ? installableFor(offerTo(offer, files), formats) : [];
}

/** The value of the setting that a single run can use instead. The other values allow only one service. */
const alternativeRunOn: Partial<Readonly<Record<RunOn, RunOn>>> = { auto: 'localOnly', localFirst: 'auto' };

/** The offer for a single run with the other preference: only this computer, or the network first. */
export function offerElsewhere(offer: Offer): Offer | undefined {
  const runOn = alternativeRunOn[offer.runOn];
  const hasBoth = offer.catalogs.has('network') && offer.catalogs.has('local');
  return runOn === undefined || !hasBoth ? undefined : { ...offer, runOn };
}

/** True if both have the same services at the same costs. */
export function isSamePlace(one: TargetServices, other: TargetServices | undefined): boolean {
  return other !== undefined && keyOf(one) === keyOf(other);
}

function kindsOf({ offer, files }: Selection): Alike[] {
  const groups = Map.groupBy(files, ({ format, neverUploaded }) => `${neverUploaded} ${format}`);
  return [...groups.values()].map((alike) => {
    const [format] = formatsOf(alike);
    const possible = offerTo(offer, alike);
    const targets = format === undefined ? [] : targetsFor(possible, [format]);
    return {
      format,
      files: alike,
      offer: possible,
      routes: new Map(targets.flatMap(({ routes }) => routes.map((route) => [route.pair.to, route]))),
    };
  });
}

/** The targets for at least one file. Those for the most files come first. */
function targetsOf(kinds: readonly Alike[], allCount: number, { offer, traits }: Selection): MenuTarget[] {
  // Uses maps, because a network may list thousands of targets, and a folder may contain thousands of formats.
  const conversions = kinds.flatMap((kind) => [...kind.routes.values()].map((route) => ({ ...kind, route })));
  const byTarget = Map.groupBy(conversions, ({ route }) => route.pair.to);
  const bySource = Map.groupBy(kinds, (kind) => kind.format);
  const targets = [...byTarget].map(([format, converted]): MenuTarget => {
    const same = (bySource.get(format) ?? []).filter(({ routes }) => !routes.has(format));
    const sameCount = same.reduce((sum, kind) => sum + kind.files.length, 0);
    const fileCount = converted.reduce((sum, kind) => sum + kind.files.length, sameCount);
    return {
      format,
      fileCount,
      sameCount,
      isForAll: fileCount === allCount,
      place: placeOf(converted, offer.networkCharges),
      losses: lossesAmong(converted, traits),
    };
  });
  return targets.toSorted((one, other) => other.fileCount - one.fileCount);
}

function placeOf(
  converted: readonly (Alike & { readonly route: Route })[],
  networkCharges: boolean,
): TargetServices {
  const priced = (routes: readonly Route[]): PricedService[] =>
    [...Map.groupBy(routes, ({ service }) => service)].map(([service, all]) => ({
      service,
      credits:
        service === 'local' || !networkCharges
          ? undefined
          : Math.min(...all.map(({ pair }) => pair.credits ?? 1)),
    }));
  const others = converted.map(({ offer, route }) => alternativeTo(offer, route));
  const known = others.filter((route) => route !== undefined);
  // The menu only shows an alternative if one service could convert all of the files.
  const [alternative, ...more] = known.length === others.length ? priced(known) : [];
  return {
    services: priced(converted.map(({ route }) => route)),
    alternative: more.length === 0 ? alternative : undefined,
  };
}

function lossesAmong(
  converted: readonly (Alike & { readonly route: Route })[],
  traits: ReadonlyMap<string, Traits> = new Map(),
): TargetLosses {
  const [certain, possible] = [new Set<string>(), new Set<string>()];
  let [fileCount, unreadCount] = [0, 0];
  for (const { files, route } of converted) {
    const { losses = [] } = route.pair;
    const probed = files.flatMap(({ uri }) => traits.get(uri) ?? []);
    unreadCount += files.length - probed.length;
    // Files that weren't probed count once, because there may be thousands.
    for (const known of probed.length < files.length ? [...probed, {}] : probed) {
      const lost = lossesOf(losses, known);
      if (lost.certain.length > 0) fileCount += 1;
      for (const name of lost.certain) certain.add(name);
      for (const name of lost.possible) possible.add(name);
    }
  }
  return {
    certain: [...certain],
    fileCount,
    unreadCount,
    possible: [...possible].filter((name) => !certain.has(name)),
  };
}

function isOnThisComputer({ services, alternative }: TargetServices): boolean {
  return alternative === undefined && services.every(({ service }) => service === 'local');
}

function mostFrequent(places: readonly TargetServices[]): TargetServices | undefined {
  const groups = [...Map.groupBy(places, keyOf).values()];
  return groups.toSorted((one, other) => other.length - one.length)[0]?.[0];
}

function keyOf(place: TargetServices): string {
  return JSON.stringify(place);
}

/**
 * The offer for files. It excludes the network if none of them may be uploaded. Otherwise, the plan decides for each
 * file.
 */
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
