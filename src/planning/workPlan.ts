import { type DocumentedToolId, tools } from '../contract/tools.ts';
import type { OutputTemplates, Problem } from '../jobs/core/job.ts';
import type { JobOptions, ServiceId } from '../jobs/core/service.ts';
import { combinationInto, isTooMany } from './combinations.ts';
import {
  compressorOf,
  installableCompressor,
  installableFor,
  type Offer,
  routeOf,
  serviceOrder,
  targetsFor,
  withoutNetwork,
} from './offer.ts';
import { keyProblem, planProblem, serviceProblem } from './planProblem.ts';
import type { SelectedFile, Selection } from './possibilities.ts';

/** What is to be done with every file. */
export type Task =
  | {
      readonly tool: DocumentedToolId;
      /** In its canonical form; `undefined` for compression. */
      readonly targetFormat: string | undefined;
    }
  | { readonly tool: 'combine'; readonly targetFormat: string; readonly order: CombinationOrder };

/** The order of files that become one: as they were picked, or by their names. */
export const combinationOrders = ['picked', 'name'] as const;
export type CombinationOrder = (typeof combinationOrders)[number];

/** One zip of all files. */
export const intoZip: Task = { tool: 'combine', targetFormat: 'zip', order: 'picked' };

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
  /** All files that become one, as they were picked. */
  readonly together?: readonly SelectedFile[];
  /** Decided once: a job never changes service. */
  readonly service: ServiceId;
  /** What it becomes in place of what all files become. */
  readonly targetFormat?: string;
  /** What it is told in place of what all files are told. */
  readonly options?: JobOptions;
  /** Where its result goes and what that is called, where this is decided already. */
  readonly output?: OutputTemplates;
  /** Whether this computer could do it, too, where the network is to. */
  readonly canStayHere?: true;
}

export interface RefusedFile {
  readonly uri: string;
  /** The service that would have been asked first. */
  readonly service: ServiceId;
  readonly problem: Problem;
  /** Whether nobody asked for it by name. */
  readonly inFolder?: boolean;
}

/** A conversion that a plan asks a service for. */
export interface PlannedPair {
  readonly service: ServiceId;
  readonly from: string;
  readonly to: string;
}

/** What a plan costs. */
export interface PlanCost {
  /** How many files go to the network. */
  readonly uploads: number;
  /** Credits are per file, before pages are counted. */
  readonly leastCredits: number;
  /** The least that a file costs, by its format. */
  readonly perFile: ReadonlyMap<string, number>;
}

/** Decides for each file which service works on it. A file that must not be uploaded stays on this computer. */
export function planWork(selection: Selection, task: Task): WorkPlan {
  if (task.tool === 'combine') return planCombination(selection, task.targetFormat, task);
  const { offer, files, results = [] } = selection;
  const planned: PlannedFile[] = [];
  const refused: RefusedFile[] = task.tool === 'compress' ? results.map(compressedBefore) : [];
  for (const file of files) {
    const { uri, format } = file;
    const preferred = format === undefined ? undefined : serviceFor(offer, format, task);
    if (file.inFolder && preferred === undefined && !isCountedAsSame(offer, format, task)) continue;
    const service =
      format !== undefined && file.neverUploaded
        ? serviceFor(withoutNetwork(offer), format, task)
        : preferred;
    if (format !== undefined && service !== undefined) {
      const canStayHere = service === 'network' && canWorkHere(offer, format, task);
      planned.push({ uri, format, service, ...(canStayHere ? { canStayHere } : {}) });
    } else {
      const problem =
        preferred === 'network'
          ? planProblem(
              'upload.not_allowed',
              'The setting neverUpload names it, and this computer can’t do this with it.',
            )
          : refusalOf(offer, format, task);
      refused.push({
        uri,
        service: preferredService(offer),
        problem,
        ...(file.inFolder ? { inFolder: true } : {}),
      });
    }
  }
  return { task, planned, refused };
}

function planCombination(selection: Selection, targetFormat: string, task: Task): WorkPlan {
  const combination = combinationInto(selection, targetFormat);
  const tooMany = combination !== undefined && isTooMany(combination);
  const together = tooMany ? [] : (combination?.files ?? []);
  const service = combination?.service ?? preferredService(selection.offer);
  const problem = tooMany
    ? planProblem('formats.too_many', String(tools.combine.maxFiles))
    : (serviceProblem(selection.offer) ?? planProblem('formats.unsupported'));
  const [first] = together;
  return {
    task,
    planned: first === undefined ? [] : [{ uri: first.uri, format: targetFormat, service, together }],
    refused: selection.files
      .filter((file) => !file.inFolder && !together.includes(file))
      .map(({ uri }) => ({ uri, service, problem })),
  };
}

function preferredService({ runOn }: Offer): ServiceId {
  return serviceOrder[runOn][0] ?? 'local';
}

/** The conversions of a plan, each once however many files it is for. */
export function pairsOf({ task, planned }: WorkPlan): PlannedPair[] {
  const { tool, targetFormat } = task;
  if (targetFormat === undefined || tool === 'combine') return [];
  return sourcesAt({ planned }).map(({ service, format }) => ({ service, from: format, to: targetFormat }));
}

/** The formats that each service is given, each once. */
export function sourcesAt({ planned }: Pick<WorkPlan, 'planned'>): Pick<PlannedFile, 'service' | 'format'>[] {
  return [...new Map(planned.map((file) => [`${file.service} ${file.format}`, file])).values()];
}

/** The files that a plan has the network work on. */
export function uploadsOf({ planned }: WorkPlan): PlannedFile[] {
  return planned.filter(({ service }) => service === 'network');
}

/** The formats of the files of a plan, each once. */
export function sourceFormatsOf({ planned }: WorkPlan): string[] {
  return [...new Set(planned.map(({ format }) => format))];
}

/**
 * The least that a plan costs, by what the network estimates for each pair of formats: one credit a file where it says
 * nothing (api.md, Credits 1). What `estimate` rejects with counts as nothing said.
 */
export async function costOf(
  plan: WorkPlan,
  estimate: (from: string, to: string) => Promise<number>,
): Promise<PlanCost> {
  const paidPairs = pairsOf(plan).filter(({ service }) => service === 'network');
  const estimates = await Promise.all(
    paidPairs.map(async ({ from, to }) => [from, await estimate(from, to).catch(() => 1)] as const),
  );
  const perFile = new Map(estimates);
  const uploads = uploadsOf(plan);
  const leastCredits = uploads.reduce((sum, { format }) => sum + (perFile.get(format) ?? 1), 0);
  return { uploads: uploads.length, leastCredits, perFile };
}

/** What a plan costs where the network charges nothing. */
export function atNoCost(plan: WorkPlan): PlanCost {
  return { uploads: uploadsOf(plan).length, leastCredits: 0, perFile: new Map() };
}

/** Whether this computer could do it, were the network not there. */
export function canWorkHere(offer: Offer, format: string, task: Task): boolean {
  return serviceFor(withoutNetwork(offer), format, task) !== undefined;
}

/** Whether a file is of the target's format and could become another: the list of targets counts such files. */
function isCountedAsSame(offer: Offer, format: string | undefined, { targetFormat }: Task): boolean {
  return format !== undefined && format === targetFormat && targetsFor(offer, [format]).length > 0;
}

function compressedBefore({ uri, inFolder }: SelectedFile): RefusedFile {
  return { uri, service: 'local', problem: planProblem('formats.compressed_before'), inFolder };
}

function serviceFor(offer: Offer, format: string, { tool, targetFormat }: Task): ServiceId | undefined {
  if (tool === 'compress') return compressorOf(offer, format);
  return targetFormat === undefined ? undefined : routeOf(offer, format, targetFormat)?.service;
}

function refusalOf(offer: Offer, format: string | undefined, { tool, targetFormat }: Task): Problem {
  const known = format === undefined ? keyProblem(offer) : serviceProblem(offer);
  if (known !== undefined) return known;
  if (tool === 'compress') {
    const needed = format === undefined ? undefined : installableCompressor(offer, format);
    const program = needed && offer.programName(needed);
    return program === undefined
      ? planProblem('formats.incompressible', `Nothing here makes files of type “${format ?? ''}” smaller.`)
      : planProblem('formats.needs_program', program);
  }
  if (format === undefined || targetFormat === undefined) {
    return planProblem('formats.unknown_type', `Files of type “${format ?? ''}” are not supported.`);
  }
  if (format === targetFormat) return planProblem('formats.same');
  const needed = installableFor(offer, [format]).find(({ targets }) => targets.includes(targetFormat));
  const program = needed && offer.programName(needed.program);
  return program === undefined
    ? planProblem('formats.unsupported', `“${format}” can’t become “${targetFormat}”.`)
    : planProblem('formats.needs_program', program);
}
