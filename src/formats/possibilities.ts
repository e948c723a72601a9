import { isCodedError } from '../contract/errors.ts';
import type { ToolId } from '../contract/tools.ts';
import type { Problem } from '../jobs/core/job.ts';
import type { ServiceId } from '../jobs/core/service.ts';
import {
  compressorOf,
  type Installable,
  installableFor,
  type Offer,
  routeOf,
  serviceOrder,
  type Target,
  targetsFor,
  targetsForAny,
} from './offer.ts';
import { planProblem } from './planProblem.ts';

/** A file that a person picked, or that lies in a folder that was picked. */
export interface SelectedFile {
  readonly uri: string;
  /** What its name says it is. */
  readonly format: string | undefined;
  /** Nobody asked for it by name, so it is left out where the work does not suit it. */
  readonly inFolder: boolean;
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
  /** Whether a folder held more than `maxFolderFiles`. */
  readonly truncated: boolean;
}

/** What is to be done with every file. */
export interface Task {
  readonly tool: ToolId;
  /** In its canonical form; `undefined` for compression. */
  readonly targetFormat: string | undefined;
}

/** What the files of a selection can become. */
export interface TargetChoices {
  readonly targets: readonly Target[];
  /** What each program that is not installed would add. */
  readonly installable: readonly Installable[];
  /** The formats of the files. */
  readonly sourceFormats: readonly string[];
  /** Why the list is not what a person may expect. */
  readonly remark: TargetRemark | undefined;
}

export type TargetRemark =
  | { readonly kind: 'truncated' | 'networkUnavailable' | 'someLeftOut' }
  | { readonly kind: 'neverUploaded'; readonly count: number };

/** What becomes of each file of a selection. */
export interface WorkPlan {
  readonly task: Task;
  readonly planned: readonly PlannedFile[];
  /** Files that no allowed service can do this with. */
  readonly refused: readonly RefusedFile[];
}

export interface PlannedFile {
  readonly uri: string;
  readonly format: string;
  /** Decided once: a job never changes service. */
  readonly service: ServiceId;
}

export interface RefusedFile {
  readonly uri: string;
  /** The service that would have been asked first. */
  readonly service: ServiceId;
  readonly problem: Problem;
}

/** A conversion that a plan asks a service for. */
export interface PlannedPair {
  readonly service: ServiceId;
  readonly from: string;
  readonly to: string;
}

/** What a plan costs. */
export interface PlanCost {
  /** How many files the network is paid for. */
  readonly paidFiles: number;
  /** Credits are per file, before pages are counted. */
  readonly leastCredits: number;
}

/** What all files that were picked can become; where only folders were, what any file in them can. */
export function targetChoices(selection: Selection): TargetChoices {
  const { files } = selection;
  const offer = sharedOffer(selection);
  const sourceFormats = files.flatMap(({ format }) => format ?? []);
  return {
    targets: commonTargets(offer, files),
    installable: sourceFormats.length === files.length ? installableFor(offer, sourceFormats) : [],
    sourceFormats,
    remark: remarkOn(selection),
  };
}

/** Why nothing at all can be done with a selection. */
export function obstacleTo(selection: Selection): Problem {
  const { offer, files } = selection;
  const isHeldBack = files.some((file) => file.neverUploaded) && commonTargets(offer, files).length > 0;
  if (isHeldBack) return planProblem('upload.not_allowed');
  const [needed] = targetChoices(selection).installable;
  const program = needed && offer.programName(needed.program);
  if (program !== undefined) return planProblem('formats.needs_program', program);
  const known = serviceProblem(offer);
  if (known !== undefined) return known;
  if (files.length === 0) return planProblem('formats.nothing_here');
  return planProblem(files.length === 1 ? 'formats.unknown_type' : 'formats.none_in_common');
}

/** Decides for each file which service works on it. A file that must not be uploaded stays on this computer. */
export function planWork({ offer, files }: Selection, task: Task): WorkPlan {
  const planned: PlannedFile[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    const { uri, format } = file;
    const preferred = format === undefined ? undefined : serviceFor(offer, format, task);
    if (file.inFolder && preferred === undefined) continue;
    const service =
      format !== undefined && file.neverUploaded
        ? serviceFor(withoutNetwork(offer), format, task)
        : preferred;
    if (format !== undefined && service !== undefined) planned.push({ uri, format, service });
    else {
      const problem =
        preferred === 'network'
          ? planProblem(
              'upload.not_allowed',
              'The setting neverUpload names it, and this computer can’t do this with it.',
            )
          : refusalOf(offer, format, task);
      refused.push({ uri, service: serviceOrder[offer.runOn][0] ?? 'local', problem });
    }
  }
  return { task, planned, refused };
}

/** The conversions of a plan, each once however many files it is for. */
export function pairsOf({ task, planned }: WorkPlan): PlannedPair[] {
  const { targetFormat } = task;
  if (targetFormat === undefined) return [];
  const pairs = planned.map(({ service, format }) => ({ service, from: format, to: targetFormat }));
  return [...new Map(pairs.map((pair) => [`${pair.service} ${pair.from}`, pair])).values()];
}

/**
 * The least that a plan costs, by what the network estimates for each pair of formats: one credit a file where it says
 * nothing (api.md, Credits 1). What `estimate` rejects with counts as nothing said.
 */
export async function costOf(
  plan: WorkPlan,
  estimate: (from: string, to: string) => Promise<number>,
): Promise<PlanCost> {
  const paidFiles = plan.planned.filter(({ service }) => service === 'network').length;
  const paidPairs = pairsOf(plan).filter(({ service }) => service === 'network');
  try {
    const estimates = await Promise.all(paidPairs.map(({ from, to }) => estimate(from, to)));
    return { paidFiles, leastCredits: paidFiles * (estimates.length === 0 ? 1 : Math.min(...estimates)) };
  } catch {
    return { paidFiles, leastCredits: paidFiles };
  }
}

/** Where every file stays here, so does what is offered; else the plan decides file by file. */
function sharedOffer({ offer, files }: Selection): Offer {
  return files.every((file) => file.neverUploaded) ? withoutNetwork(offer) : offer;
}

function withoutNetwork(offer: Offer): Offer {
  return { ...offer, networkReady: false };
}

function commonTargets(offer: Offer, files: readonly SelectedFile[]): Target[] {
  const picked = files.filter((file) => !file.inFolder);
  const formats = (picked.length > 0 ? picked : files).flatMap((file) => file.format ?? []);
  if (picked.length === 0) return targetsForAny(offer, formats);
  return formats.length === picked.length ? targetsFor(offer, formats) : [];
}

function remarkOn({ offer, files, truncated }: Selection): TargetRemark | undefined {
  if (truncated) return { kind: 'truncated' };
  const count = files.filter((file) => file.neverUploaded).length;
  if (offer.networkReady && count > 0) return { kind: 'neverUploaded', count };
  if (offer.unavailable.has('network')) return { kind: 'networkUnavailable' };
  const isMixed = new Set(files.map((file) => file.format)).size > 1;
  return isMixed && files.some((file) => file.inFolder) ? { kind: 'someLeftOut' } : undefined;
}

function serviceFor(offer: Offer, format: string, { tool, targetFormat }: Task): ServiceId | undefined {
  if (tool === 'compress') return compressorOf(offer, format);
  return targetFormat === undefined ? undefined : routeOf(offer, format, targetFormat)?.service;
}

function refusalOf(offer: Offer, format: string | undefined, { targetFormat }: Task): Problem {
  const known = format === undefined ? keyProblem(offer) : serviceProblem(offer);
  if (known !== undefined) return known;
  if (format === undefined || targetFormat === undefined) {
    return planProblem('formats.unknown_type', `Files of type “${format ?? ''}” are not supported.`);
  }
  const needed = installableFor(offer, [format]).find(({ targets }) => targets.includes(targetFormat));
  const program = needed && offer.programName(needed.program);
  return program === undefined
    ? planProblem('formats.unsupported', `“${format}” can’t become “${targetFormat}”.`)
    : planProblem('formats.needs_program', program);
}

/** What keeps a service that may do the work from being asked. */
function serviceProblem(offer: Offer): Problem | undefined {
  const error = serviceOrder[offer.runOn].map((id) => offer.unavailable.get(id)).find(isCodedError);
  return keyProblem(offer) ?? (error && { code: error.code, detail: error.message });
}

function keyProblem({ runOn, networkReady }: Offer): Problem | undefined {
  return runOn === 'networkOnly' && !networkReady
    ? planProblem('api_key.missing', 'The setting runOn is networkOnly, and no API key is stored.')
    : undefined;
}
