import { tools } from '../contract/tools.ts';
import type { OutputTemplates, Problem } from '../jobs/core/job.ts';
import type { JobOptions, ServiceId } from '../jobs/core/service.ts';
import { combinationInto, isTooMany, type SelectedFile, type Selection } from './possibilities.ts';
import {
  compressorOf,
  installableCompressor,
  installableFor,
  keyProblem,
  type Offer,
  planProblem,
  routeOf,
  serviceOrder,
  serviceProblem,
  targetsFor,
  withoutNetwork,
} from './offer.ts';
import type { Work } from './work.ts';

/** The plan for each file of a selection. */
export interface WorkPlan {
  readonly work: Work;
  readonly planned: readonly PlannedFile[];
  /** Files that no permitted service can process. */
  readonly refused: readonly RefusedFile[];
}

export interface PlannedFile {
  readonly uri: string;
  readonly format: string;
  /** If the files are combined: all of them, as selected. */
  readonly together?: readonly SelectedFile[];
  /** The service for the job, which never changes later. */
  readonly service: ServiceId;
  /** If present, overrides the target of all files. */
  readonly targetFormat?: string;
  /** If present, overrides the options of all files. */
  readonly options?: JobOptions;
  /** The folder and name of the result, if they have already been decided. */
  readonly output?: OutputTemplates;
  /** Set if the network does the job, although this computer could do it, too. */
  readonly couldRunLocally?: true;
  /** Set if the job waits until the user has more credits. */
  readonly awaitsCredits?: true;
}

export interface RefusedFile {
  readonly uri: string;
  /** The service that would have been preferred. */
  readonly service: ServiceId;
  readonly problem: Problem;
  /** True if the file is in a selected folder. */
  readonly inFolder?: boolean;
}

export interface PlanCost {
  /** Number of files that are sent to the network. */
  readonly uploads: number;
  /** Minimum credits for all files, before pages are counted. */
  readonly minCredits: number;
  /** The minimum cost per file, by format. */
  readonly perFile: ReadonlyMap<string, number>;
}

/** Decides which service processes each file. A file that must not be uploaded is processed on this computer. */
export function planWork(selection: Selection, work: Work): WorkPlan {
  if (work.tool === 'combine') return planCombination(selection, work.targetFormat, work);
  const { offer, files, results = [] } = selection;
  const planned: PlannedFile[] = [];
  const refused: RefusedFile[] = work.tool === 'compress' ? results.map(compressedBefore) : [];
  for (const file of files) {
    const { uri, format } = file;
    const preferred = format === undefined ? undefined : serviceFor(offer, format, work);
    if (file.inFolder && preferred === undefined && !isCountedAsSame(offer, format, work)) continue;
    const service =
      format !== undefined && file.neverUploaded
        ? serviceFor(withoutNetwork(offer), format, work)
        : preferred;
    if (format !== undefined && service !== undefined) {
      const couldRunLocally = service === 'network' && canRunLocally(offer, format, work);
      planned.push({ uri, format, service, ...(couldRunLocally ? { couldRunLocally } : {}) });
    } else {
      const problem =
        preferred === 'network'
          ? planProblem(
              'upload.not_allowed',
              'The setting neverUpload matches the file, and this computer doesn’t support the conversion.',
            )
          : unsupportedProblem(offer, format, work);
      refused.push({
        uri,
        service: preferredService(offer),
        problem,
        ...(file.inFolder ? { inFolder: true } : {}),
      });
    }
  }
  return { work, planned, refused };
}

function planCombination(selection: Selection, targetFormat: string, work: Work): WorkPlan {
  const combination = combinationInto(selection, targetFormat);
  const tooMany = combination !== undefined && isTooMany(combination);
  const together = tooMany ? [] : (combination?.files ?? []);
  const service = combination?.service ?? preferredService(selection.offer);
  const problem = tooMany
    ? planProblem('formats.too_many', String(tools.combine.maxFiles))
    : (serviceProblem(selection.offer) ?? planProblem('formats.unsupported'));
  const [first] = together;
  return {
    work,
    planned: first === undefined ? [] : [{ uri: first.uri, format: targetFormat, service, together }],
    refused: selection.files
      .filter((file) => !file.inFolder && !together.includes(file))
      .map(({ uri }) => ({ uri, service, problem })),
  };
}

function preferredService({ runOn }: Offer): ServiceId {
  return serviceOrder[runOn][0] ?? 'local';
}

/** The formats that each service receives, without duplicates. */
export function sourcesAt({ planned }: Pick<WorkPlan, 'planned'>): Pick<PlannedFile, 'service' | 'format'>[] {
  return [...new Map(planned.map((file) => [`${file.service} ${file.format}`, file])).values()];
}

/** The files that a plan uploads. */
export function uploadsOf({ planned }: WorkPlan): PlannedFile[] {
  return planned.filter(({ service }) => service === 'network');
}

/** The source formats in a plan, without duplicates. */
export function sourceFormatsOf({ planned }: WorkPlan): string[] {
  return [...new Set(planned.map(({ format }) => format))];
}

/**
 * The minimum cost of a plan, using the network's estimate for each pair of formats. Without an estimate, or if
 * `estimate` rejects, a file costs one credit (api.md, Credits 1).
 */
export async function costOf(
  plan: WorkPlan,
  estimate: (from: string, to: string) => Promise<number>,
): Promise<PlanCost> {
  const { tool, targetFormat } = plan.work;
  const uploads = uploadsOf(plan);
  const costFrom = async (format: string): Promise<number> =>
    tool === 'convert' && targetFormat !== undefined ? estimate(format, targetFormat).catch(() => 1) : 1;
  const formats = [...new Set(uploads.map(({ format }) => format))];
  const costs = await Promise.all(formats.map(costFrom));
  const perFile = new Map(formats.map((format, index) => [format, costs[index] ?? 1]));
  const minCredits = uploads.reduce((sum, { format }) => sum + (perFile.get(format) ?? 1), 0);
  return { uploads: uploads.length, minCredits, perFile };
}

/** The cost of a plan if the network doesn't charge. */
export function zeroCost(plan: WorkPlan): PlanCost {
  return { uploads: uploadsOf(plan).length, minCredits: 0, perFile: new Map() };
}

/** True if this computer could do the work without the network. */
export function canRunLocally(offer: Offer, format: string, work: Work): boolean {
  return serviceFor(withoutNetwork(offer), format, work) !== undefined;
}

/**
 * True if a file already has the target format and could be converted to others. The list of targets counts it then.
 */
function isCountedAsSame(offer: Offer, format: string | undefined, { targetFormat }: Work): boolean {
  return format !== undefined && format === targetFormat && targetsFor(offer, [format]).length > 0;
}

function compressedBefore({ uri, inFolder }: SelectedFile): RefusedFile {
  return { uri, service: 'local', problem: planProblem('formats.compressed_before'), inFolder };
}

function serviceFor(offer: Offer, format: string, { tool, targetFormat }: Work): ServiceId | undefined {
  if (tool === 'compress') return compressorOf(offer, format);
  return targetFormat === undefined ? undefined : routeOf(offer, format, targetFormat)?.service;
}

function unsupportedProblem(offer: Offer, format: string | undefined, { tool, targetFormat }: Work): Problem {
  const known = format === undefined ? keyProblem(offer) : serviceProblem(offer);
  if (known !== undefined) return known;
  if (tool === 'compress') {
    const needed = format === undefined ? undefined : installableCompressor(offer, format);
    const program = needed && offer.programName(needed);
    return program === undefined
      ? planProblem('formats.incompressible', `Files of type “${format ?? ''}” can’t be compressed.`)
      : planProblem('formats.needs_program', program);
  }
  if (format === undefined || targetFormat === undefined) {
    return planProblem('formats.unknown_type', `Files of type “${format ?? ''}” aren’t supported.`);
  }
  if (format === targetFormat) return planProblem('formats.same');
  const needed = installableFor(offer, [format]).find(({ targets }) => targets.includes(targetFormat));
  const program = needed && offer.programName(needed.program);
  return program === undefined
    ? planProblem('formats.unsupported', `“${format}” can’t be converted to “${targetFormat}”.`)
    : planProblem('formats.needs_program', program);
}
