import { randomUUID } from 'node:crypto';
import { asObject } from '../../../src/contract/read.ts';
import { routes, targetFormatField } from '../../../src/contract/routes.ts';
import { documentedToolIds } from '../../../src/contract/tools.ts';
import { type FormBody, formBody, plainBody } from '../http/formBody.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';
import type { ConformanceRule, RuleContext } from '../rule.ts';
import { ensure, ensureCode } from '../steps/expect.ts';

/** Errors of submissions without a file, and the form of all error bodies. */
export const errorRules: readonly ConformanceRule[] = [
  {
    id: 'errors.invalid-content-type',
    sections: ['Errors 2, request.invalid_content_type'],
    statement: 'A submission that isn’t multipart/form-data is refused.',
    needs: {},
    spends: false,
    check: async (context) => {
      const answers = await posts(context, [
        plainBody('application/json', '{"targetFormat":"jpg"}'),
        plainBody('application/x-www-form-urlencoded', 'targetFormat=jpg'),
        plainBody('application/octet-stream', 'bytes'),
      ]);
      for (const answer of answers) ensureCode(answer, 'request.invalid_content_type');
      return `${answers.length} requests, ${answers[0]?.seen}`;
    },
  },
  {
    id: 'errors.no-files',
    sections: ['Errors 2, request.no_files', 'Endpoints 2', 'Endpoints 3'],
    statement: 'A submission without a file is refused.',
    needs: {},
    spends: false,
    check: async (context) => {
      const answers = await posts(context, [formBody({ [targetFormatField]: 'jpg' })]);
      for (const answer of answers) ensureCode(answer, 'request.no_files');
      return answers.map(({ seen }) => seen).join(', ');
    },
  },
  {
    id: 'errors.code-field',
    sections: ['Errors 1, error'],
    statement: 'An error body has the field error, a machine-readable code.',
    needs: {},
    spends: false,
    check: async (context) => {
      const codes = (await someErrors(context)).map(({ json }) => asObject(json)?.['error']);
      const wrong = codes.find((code) => typeof code !== 'string' || !/^[a-z0-9_.]+$/.test(code));
      ensure(wrong === undefined, `error is ${JSON.stringify(wrong)}`);
      return codes.join(', ');
    },
  },
  {
    id: 'errors.detail-field',
    sections: ['Errors 1, detail'],
    statement: 'An error body has the field detail, an explanation for people.',
    needs: {},
    spends: false,
    check: async (context) => {
      const answers = await someErrors(context);
      const wrong = answers.find(({ json }) => {
        const detail = asObject(json)?.['detail'];
        return typeof detail !== 'string' || detail === '';
      });
      ensure(wrong === undefined, `${wrong?.seen} has no detail`);
      return `${answers.length} errors of different kinds have a detail`;
    },
  },
];

async function posts({ http }: RuleContext, bodies: readonly FormBody[]): Promise<RawAnswer[]> {
  return Promise.all(
    documentedToolIds.flatMap((tool) =>
      bodies.map((body) => http.send({ method: 'POST', path: routes.submission(tool), body })),
    ),
  );
}

/** One error of each kind that costs nothing. */
async function someErrors(context: RuleContext): Promise<RawAnswer[]> {
  const { http } = context;
  return [
    await http.send({ path: routes.discovery('convert'), key: null }),
    await http.send({ path: routes.job('convert', randomUUID()) }),
    ...(await posts(context, [plainBody('text/plain', 'no form')])),
    ...(await posts(context, [formBody({})])),
  ];
}
