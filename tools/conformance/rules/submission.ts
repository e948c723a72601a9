import { routes } from '../../../src/contract/routes.ts';
import { type RuleTable, spending } from '../rule.ts';
import { ensure, ensureRefused } from '../steps/expect.ts';
import { followToEnd } from '../steps/follow.ts';
import { compressible, conversion, conversionPairs } from '../steps/formats.ts';
import { jobIdOf, submit } from '../steps/submit.ts';

/** Submissions and their answers (api.md, Endpoints 2 to 4). */
export const submissionRules: RuleTable = spending({
  'submission.compress-format': {
    sections: ['Endpoints 4'],
    statement: 'A compression may name the file type in its path.',
    check: async (context) => {
      const { format } = await compressible(context);
      const answer = await submit(context, 'compress', { path: routes.compression(format) });
      const { last } = await followToEnd(context, 'compress', jobIdOf(answer));
      ensure(last.status === 'Succeeded', `${answer.seen}, then the job ended as ${last.status}`);
      return `${answer.seen}, then ${last.status}`;
    },
  },
  'submission.target-format-required': {
    sections: ['Endpoints 2'],
    statement: 'A conversion without targetFormat is refused.',
    check: async (context) => ensureRefused([submit(context, 'convert', { fields: {} })]),
  },
  'submission.unlisted-pair': {
    sections: ['Versions 3', 'Endpoints 9'],
    statement: 'Unlisted pairs aren’t available: one is refused.',
    check: async (context) => {
      const { sample } = await conversion(context);
      const pairs = await conversionPairs(context);
      const listed = new Set(pairs.filter(({ from }) => from === sample.format).map(({ to }) => to));
      const unlisted = ['conformance', 'docx', 'mp3'].filter((format) => !listed.has(format));
      return ensureRefused(
        unlisted.map((format) => submit(context, 'convert', { fields: { targetFormat: format } })),
      );
    },
  },
});
