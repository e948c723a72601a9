import type { JobRequest } from '../../jobs/core/job.ts';
import { countText } from '../text/amounts.ts';
import { formatName } from '../text/files.ts';
import { say, type Words } from '../text/words.ts';
import { confirm } from '../window/messages.ts';

/** A batch above this many files is confirmed first. */
const askAbove = 50;

/** Asks before a large batch starts, naming the count and the least it costs. Credits are per file, before pages. */
export async function confirmBatch(
  requests: readonly JobRequest[],
  creditsPerFile: number,
): Promise<boolean> {
  if (requests.length <= askAbove) return true;
  const question = questionOf(requests[0]?.targetFormat, countText(requests.length));
  return confirm(question, costDetail(requests, creditsPerFile), say('Start'));
}

function questionOf(targetFormat: string | undefined, count: Words): Words {
  return targetFormat === undefined
    ? say('Compress {0} files?', count)
    : say('Convert {0} files to {1}?', count, formatName(targetFormat));
}

function costDetail(requests: readonly JobRequest[], creditsPerFile: number): Words {
  const paid = requests.filter((request) => request.service === 'network').length;
  const credits = countText(paid * creditsPerFile);
  if (paid === 0) return say('On this computer, at no cost.');
  if (paid === requests.length) return say('At the network, for at least {0} credits.', credits);
  return say(
    '{0} of them at the network, for at least {1} credits, the others on this computer.',
    countText(paid),
    credits,
  );
}
