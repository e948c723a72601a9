import type { DocumentedToolId } from '../../../src/contract/tools.ts';
import type { ConformanceRule, RuleContext } from '../rule.ts';
import { looksLike } from '../samples/signatures.ts';
import { ensure, ensureError } from '../steps/expect.ts';
import { download } from '../steps/follow.ts';
import { compressible, conversion } from '../steps/formats.ts';
import { failedJob, wholeJob } from '../steps/wholeJobs.ts';

/** The results of jobs (api.md, Endpoints 7 and 8). */
export const downloadRules: readonly ConformanceRule[] = [
  {
    id: 'download.converted',
    sections: ['Endpoints 7', 'States 3'],
    statement: 'The download of a conversion is a file of the target format.',
    needs: {},
    spends: true,
    check: async (context) => isOf(context, 'convert', (await conversion(context)).targetFormat),
  },
  {
    id: 'download.compressed',
    sections: ['Endpoints 8', 'States 3'],
    statement: 'The download of a compression is a file of the same format, no larger than its source.',
    needs: {},
    spends: true,
    check: async (context) => {
      const { format, content } = await compressible(context);
      const { body } = (await wholeJob(context, 'compress')).download;
      ensure(body.length <= content.length, `${content.length} bytes became ${body.length}`);
      return isOf(context, 'compress', format);
    },
  },
  {
    id: 'download.again',
    sections: ['Service 6'],
    statement: 'An output can be downloaded again: a second download has the same bytes.',
    needs: {},
    spends: true,
    check: async (context) => {
      const { id, download: first } = await wholeJob(context, 'convert');
      const second = await download(context, 'convert', id);
      ensure(
        second.ok && second.body.equals(first.body),
        `${first.seen}, then ${second.seen} with other bytes`,
      );
      return `${second.seen} with the same ${second.body.length} bytes`;
    },
  },
  {
    id: 'download.failed-job',
    sections: ['States 3'],
    statement: 'The download of a failed job has no file.',
    needs: {},
    spends: true,
    check: async (context) => {
      const answer = await download(context, 'convert', (await failedJob(context)).id);
      ensureError(answer);
      return answer.seen;
    },
  },
];

async function isOf(context: RuleContext, tool: DocumentedToolId, format: string): Promise<string> {
  const { download: answer } = await wholeJob(context, tool);
  ensure(answer.ok && answer.body.length > 0, `${answer.seen} with ${answer.body.length} bytes`);
  ensure(looksLike(format, answer.body) !== false, `${answer.seen}, but the body isn’t ${format}`);
  return `${answer.body.length} bytes of ${format}`;
}
