import { fields } from '../../../contract/dialect.ts';
import type { JsonObject } from '../../../contract/read.ts';
import type { VisibleJob } from '../caller.ts';
import { faultBody } from '../errorBody.ts';
import type { ServerJobState } from './job.ts';

/** The API's record of a job (api.md, Jobs). */
export function jobBody(job: VisibleJob): JsonObject {
  return {
    [fields.jobId.read[0]]: job.id,
    [fields.status.read[0]]: job.state.status,
    ...progressOf(job.state),
    [fields.inputBytes.read[0]]: job.inputBytes,
    [fields.jobCredits.read[0]]: job.charge.credits,
    ...resultOf(job),
  };
}

function progressOf(state: ServerJobState): JsonObject {
  const name = fields.progress.read[0];
  if (state.status === 'Queued') return { [name]: 0 };
  if (state.status === 'Succeeded') return { [name]: 1 };
  return state.status === 'Processing' && state.progress !== undefined ? { [name]: state.progress } : {};
}

function resultOf({ tool, state, inputBytes }: VisibleJob): JsonObject {
  if (state.status === 'Failed') return faultBody(state.fault);
  if (state.status !== 'Succeeded') return {};
  return {
    [fields.output.read[0]]: { [fields.fileName.read[0]]: state.outputFileName },
    [fields.outputBytes.read[0]]: state.outputBytes,
    ...(tool === 'compress'
      ? { [fields.compressionRatio.read[0]]: compressionRatio(inputBytes, state.outputBytes) }
      : {}),
  };
}

/** The size before compression divided by the size after: 2 means that the file is half as large. */
function compressionRatio(inputBytes: number, outputBytes: number): number {
  return outputBytes === 0 ? 1 : Number((inputBytes / outputBytes).toFixed(4));
}
