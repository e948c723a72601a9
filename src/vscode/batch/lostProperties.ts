import { fileURLToPath } from 'node:url';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import { isSaved, type Job } from '../../jobs/core/job.ts';
import { submittedNames } from '../../jobs/core/jobFiles.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { lossesOf, type Offer, type Offers, pairAt } from '../../planning/offer.ts';
import { untilAborted } from '../../util/abort.ts';
import type { LocalService } from '../localService/localService.ts';

/** Maximum number of files to probe. The losses of the others stay unknown. */
const maxFiles = 50;
/** After a conversion by the network, the local service may have to start first. */
const maxMs = 10_000;

/** Losses that options may prevent, and this computer’s options that do so by choosing parts of a file. */
const preventable: ReadonlySet<string> = new Set(['animation', 'pages', 'sheets', 'otherTables']);
const preventing: ReadonlySet<string> = new Set(['frames', 'pages', 'sheet', 'table']);

/** A loss that users expect, because converting a drawing to pixels always loses it. */
const obvious = 'vector';

interface LossContext {
  readonly jobs: Pick<Jobs, 'get' | 'noteLosses'>;
  readonly offers: Pick<Offers, 'current' | 'here'>;
  readonly local: Pick<LocalService, 'probe'>;
}

/**
 * Finds out which properties the results of ended jobs lack, and notes them in the jobs. Resolves to the jobs with what
 * is known by then.
 */
export async function withLosses(context: LossContext, ended: readonly Job[]): Promise<readonly Job[]> {
  const { jobs } = context;
  const lossy = ended.filter(isUnknown);
  // The result is there already, so an error here must not look like one of the conversion.
  if (lossy.length > 0) await noteLosses(context, lossy).catch(() => {});
  return ended.map((job) => jobs.get(job.id) ?? job);
}

async function noteLosses({ jobs, offers, local }: LossContext, converted: readonly Job[]): Promise<void> {
  const tooLate = AbortSignal.timeout(maxMs);
  // A network that doesn't respond must not hold up the message about files converted on this computer.
  const asked = converted.some(({ service }) => service === 'network') ? offers.current() : offers.here();
  const offer = await untilAborted(asked, tooLate);
  const lossy = converted.flatMap((job) => {
    const losses = possibleLosses(job, offer);
    return losses.length === 0 ? [] : { job, losses };
  });
  for (const { job, losses } of lossy.slice(0, maxFiles)) {
    const [fileName = ''] = submittedNames(job);
    const request = { inputPath: fileURLToPath(job.source), fileName };
    jobs.noteLosses(job.id, lossesOf(losses, await local.probe(request, tooLate)).certain);
  }
}

/** The properties worth a message that some file could lose in this conversion. */
function possibleLosses(job: Job, offer: Offer): string[] {
  const { service, source, sourceFormat = formatOfFileName(source), targetFormat, options = {} } = job;
  if (sourceFormat === undefined || targetFormat === undefined) return [];
  const losses = pairAt(offer, service, sourceFormat, targetFormat)?.losses ?? [];
  // A network may give its options other names.
  const mayPrevent = Object.keys(options).some((name) => service === 'network' || preventing.has(name));
  return losses.filter((name) => name !== obvious && !(mayPrevent && preventable.has(name)));
}

function isUnknown(job: Job): boolean {
  const { tool, source, losses } = job;
  return tool === 'convert' && isSaved(job) && losses === undefined && source.startsWith('file:');
}
