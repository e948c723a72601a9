import { formatOfFileName } from '../../contract/formats/naming.ts';
import type { ToolId } from '../../contract/tools.ts';
import { isProgramId, programs } from '../../engines/programs/programs.ts';
import { serviceOrder } from '../../formats/chooseService.ts';
import { installableFor } from '../../formats/installable.ts';
import { compressorOf, type Offer, routeOf } from '../../formats/offer.ts';
import type { JobRequest, Problem } from '../../jobs/core/job.ts';
import type { JobOptions, ServiceId } from '../../jobs/core/service.ts';
import { type CurrentOffer, unavailability } from '../offers.ts';
import { currentSettings } from '../settings.ts';
import { isNeverUploaded, uploadNotAllowed, withoutNetwork } from '../uploadPolicy.ts';
import { type FileResult, refusedResult } from './fileResult.ts';
import type { SourceFile } from './sourceFiles.ts';

export interface JobPlan {
  readonly requests: readonly JobRequest[];
  /** Files that no allowed service can do this with. */
  readonly refused: readonly FileResult[];
}

export interface Wish {
  readonly tool: ToolId;
  /** In its canonical form; `undefined` for compression. */
  readonly targetFormat: string | undefined;
  readonly options: JobOptions | undefined;
}

/** Makes a request of each file, with the service that will do it: decided here, once. What must not be uploaded stays here. */
export function planJobs(offer: CurrentOffer, files: readonly SourceFile[], wish: Wish): JobPlan {
  const requests: JobRequest[] = [];
  const refused: FileResult[] = [];
  for (const { uri, format } of files) {
    const allowed = isNeverUploaded(uri) ? withoutNetwork(offer) : offer;
    const service = format === undefined ? undefined : serviceFor(allowed, format, wish);
    if (service === undefined) {
      refused.push(
        refusedResult(
          uri,
          serviceOrder[offer.runOn][0] ?? 'local',
          format !== undefined && serviceFor(offer, format, wish) === 'network'
            ? uploadNotAllowed('The setting neverUpload names it, and this computer can’t do this with it.')
            : problemOf(offer, format, wish),
        ),
      );
    } else {
      requests.push({ ...wish, service, source: uri.toString(), placement: currentSettings.placement(uri) });
    }
  }
  return { requests, refused };
}

/** A conversion that a plan asks a service for. */
export interface PlannedPair {
  readonly service: ServiceId;
  readonly from: string;
  readonly to: string;
}

/** The conversions of a plan, each once however many files it is for. */
export function pairsOf(requests: readonly JobRequest[]): PlannedPair[] {
  const pairs = requests.flatMap(({ service, source, targetFormat: to }) => {
    const from = formatOfFileName(source);
    return from === undefined || to === undefined ? [] : [{ service, from, to }];
  });
  return [...new Map(pairs.map((pair) => [Object.values(pair).join(' '), pair])).values()];
}

function serviceFor(offer: Offer, format: string, { tool, targetFormat }: Wish): ServiceId | undefined {
  if (tool === 'compress') return compressorOf(offer, format);
  return targetFormat === undefined ? undefined : routeOf(offer, format, targetFormat)?.service;
}

function problemOf(offer: CurrentOffer, format: string | undefined, { targetFormat }: Wish): Problem {
  if (offer.runOn === 'networkOnly' && !offer.networkReady) {
    return { code: 'api_key.missing', detail: 'The setting runOn is networkOnly, and no API key is stored.' };
  }
  const unknown = unavailability(offer);
  if (format !== undefined && unknown !== undefined) return unknown;
  if (format === undefined || targetFormat === undefined) {
    return { code: 'formats.unknown_type', detail: `Files of type “${format ?? ''}” are not supported.` };
  }
  const needed = installableFor(offer, [format]).find(({ targets }) => targets.includes(targetFormat));
  if (needed !== undefined && isProgramId(needed.program)) {
    return { code: 'formats.needs_program', detail: programs[needed.program].name };
  }
  return { code: 'formats.unsupported', detail: `“${format}” can’t become “${targetFormat}”.` };
}
