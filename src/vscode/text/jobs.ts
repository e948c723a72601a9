import type { Job } from '../../jobs/core/job.ts';
import { percentText, sizeText } from './amounts.ts';
import { problemText } from './problems.ts';
import { foreign, joined, say, type Words } from './words.ts';

/** The state of a job in a few words, with how far it is. */
export function stateText(job: Job): Words {
  const { state } = job;
  switch (state.name) {
    case 'waiting':
      return say('Waiting');
    case 'uploading':
      return withShare(say('Uploading'), state.sentBytes, job.sourceBytes);
    case 'queued':
      return say('Queued');
    case 'processing':
      return state.progress === undefined
        ? say('Processing')
        : joined([say('Processing'), percentText(state.progress)], ' ');
    case 'downloading':
      return withShare(say('Downloading'), state.receivedBytes, state.totalBytes);
    case 'placing':
      return say('Saving');
    case 'done':
      return doneText(job, state);
    case 'failed':
      return say('Failed');
    case 'canceled':
      return state.spent ? say('Canceled, credits spent') : say('Canceled');
    case 'expired':
      return say('Expired');
    case 'needsCredits':
      return say('Needs credits');
    case 'needsKey':
      return say('Needs an API key');
    case 'needsName':
      return say('Needs a name');
    case 'unconfirmed':
      return say('Not confirmed');
    case 'offline':
      return say('Offline');
  }
}

/** Why a job is where it is, in a sentence, or `undefined` where its state says it all. */
export function reasonText(job: Job): Words | undefined {
  const { state } = job;
  switch (state.name) {
    case 'waiting':
      return state.problem && problemText(state.problem);
    case 'failed':
      return problemText(state.problem);
    case 'expired':
      return job.service === 'network'
        ? say('The result was kept for an hour and is gone. Trying again costs at least 1 credit.')
        : problemText({ code: 'jobs.expired', detail: '' });
    case 'needsCredits':
    case 'needsKey':
    case 'offline':
      return problemText(state.problem);
    case 'needsName':
      return say('A file named “{0}” exists already. Choose another name.', foreign(state.fileName));
    case 'unconfirmed':
      return say(
        'The connection broke after the file was sent, so the network may have accepted and charged it. Submit it again only if that is fine.',
      );
    default:
      return undefined;
  }
}

function doneText(job: Job, state: Extract<Job['state'], { name: 'done' }>): Words {
  switch (state.outcome) {
    case 'alreadySmall':
      return say('Already small');
    case 'skipped':
      return say('Skipped, the file exists');
    case 'saved':
      if (state.outputBytes === undefined) return say('Done');
      if (job.tool !== 'compress' || !job.sourceBytes) return sizeText(state.outputBytes);
      return say(
        '{0} ({1})',
        sizeText(state.outputBytes),
        percentText(state.outputBytes / job.sourceBytes - 1),
      );
  }
}

function withShare(text: Words, bytes: number, total: number | undefined): Words {
  return total ? joined([text, percentText(Math.min(1, bytes / total))], ' ') : text;
}
