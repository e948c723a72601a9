import { parseSubmission } from '../../../src/contract/jobRecord.ts';
import { routes } from '../../../src/contract/routes.ts';
import type { ConformanceRule } from '../rule.ts';
import { ensure, ensureError, jsonOf } from '../steps/expect.ts';
import { followToEnd } from '../steps/follow.ts';
import { compressible, conversion, conversionPairs } from '../steps/formats.ts';
import { jobIdOf, submit } from '../steps/submit.ts';
import { wholeJob } from '../steps/wholeJobs.ts';

/** Submissions and their answers (api.md, Endpoints 2 to 4). */
export const submissionRules: readonly ConformanceRule[] = [
  {
    id: 'submission.convert',
    sections: ['Endpoints 2', 'Jobs 1'],
    statement: 'A multipart submission with file and targetFormat is answered with a record that has an id.',
    needs: {},
    spends: true,
    check: async (context) => {
      const { submission } = await wholeJob(context, 'convert');
      parseSubmission(jsonOf(submission));
      return `${submission.seen} with an id`;
    },
  },
  {
    id: 'submission.compress',
    sections: ['Endpoints 3', 'Jobs 1'],
    statement: 'A multipart submission with only a file is answered with a record that has an id.',
    needs: {},
    spends: true,
    check: async (context) => {
      const { submission } = await wholeJob(context, 'compress');
      parseSubmission(jsonOf(submission));
      return `${submission.seen} with an id`;
    },
  },
  {
    id: 'submission.compress-format',
    sections: ['Endpoints 4'],
    statement: 'A compression may name the file type in its path.',
    needs: {},
    spends: true,
    check: async (context) => {
      const { format } = await compressible(context);
      const answer = await submit(context, 'compress', { path: routes.compression(format) });
      const { last } = await followToEnd(context, 'compress', jobIdOf(answer));
      ensure(last.status === 'Succeeded', `${answer.seen}, then the job ended as ${last.status}`);
      return `${answer.seen}, then ${last.status}`;
    },
  },
  {
    id: 'submission.target-format-required',
    sections: ['Endpoints 2'],
    statement: 'A conversion without targetFormat is refused.',
    needs: {},
    spends: true,
    check: async (context) => {
      const answer = await submit(context, 'convert', { fields: {} });
      ensureError(answer);
      return answer.seen;
    },
  },
  {
    id: 'submission.unlisted-pair',
    sections: ['Versions 3', 'Endpoints 9'],
    statement: 'Unlisted pairs aren’t available: one is refused.',
    needs: {},
    spends: true,
    check: async (context) => {
      const { sample } = await conversion(context);
      const pairs = await conversionPairs(context);
      const listed = new Set(pairs.filter(({ from }) => from === sample.format).map(({ to }) => to));
      const unlisted = ['conformance', 'docx', 'mp3'].filter((format) => !listed.has(format));
      const answers = await Promise.all(
        unlisted.map((format) => submit(context, 'convert', { fields: { targetFormat: format } })),
      );
      for (const answer of answers) ensureError(answer);
      return `${sample.format} to ${unlisted.join(', ')}: ${answers.map(({ seen }) => seen).join(', ')}`;
    },
  },
  {
    id: 'submission.listed-pair',
    sections: ['Versions 3', 'Endpoints 9'],
    statement: 'Listed pairs are available: one is converted.',
    needs: {},
    spends: true,
    check: async (context) => {
      const { sample, targetFormat } = await conversion(context);
      const { last } = await wholeJob(context, 'convert');
      return `${sample.format} to ${targetFormat} ${last.status}`;
    },
  },
];
