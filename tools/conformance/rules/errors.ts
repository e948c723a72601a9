import { randomUUID } from 'node:crypto';
import { asObject } from '../../../src/contract/read.ts';
import { routes, targetFormatField } from '../../../src/contract/routes.ts';
import { documentedToolIds } from '../../../src/contract/tools.ts';
import { type FormBody, formBody, plainBody } from '../http/formBody.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';
import type { RawRequest } from '../http/rawHttp.ts';
import type { RuleContext, RuleTable } from '../rule.ts';
import { ensure, ensureError, ensureRefused } from '../steps/expect.ts';

const submission = routes.submission('convert');
const form = 'multipart/form-data';
const openPart = '--a\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf';
const text = plainBody('text/plain', 'x');

/** Requests that are refused, most of which no careful client sends. None of them contains a complete file. */
const refusedRequests: readonly RawRequest[] = [
  { path: routes.discovery('convert'), key: null },
  { path: routes.job('convert', randomUUID()) },
  { path: '/' },
  { path: '/nothing/here' },
  { path: '/convert/nothing' },
  { method: 'DELETE', path: routes.job('convert', 'x') },
  { method: 'PUT', path: submission, body: text },
  { method: 'POST', path: routes.discovery('convert'), body: text },
  { path: '/convert/job/%zz' },
  { path: `/convert/job/${'x'.repeat(4000)}` },
  { path: '/convert/job/..%2f..%2fetc%2fpasswd/download' },
  { method: 'POST', path: submission, body: text },
  { method: 'POST', path: submission, body: formBody({}) },
  { method: 'POST', path: submission, body: plainBody(form, 'no boundary') },
  { method: 'POST', path: submission, body: plainBody(`${form}; boundary=a`, 'not a part') },
  { method: 'POST', path: submission, body: plainBody(`${form}; boundary=a`, openPart) },
];

/** Errors of submissions without a file, and the form of all errors. */
export const errorRules: RuleTable = {
  'errors.form': {
    sections: ['Errors 1, error', 'Errors 1, detail'],
    statement: 'Every refusal is JSON with a machine-readable code and an explanation, and has a 4xx status.',
    check: async ({ http }) => {
      const answers = await Promise.all(refusedRequests.map((request) => http.send(request)));
      for (const answer of answers) {
        const { error } = ensureError(answer);
        ensure(answer.status < 500, answer.seen);
        ensure(/^[a-z0-9_.]+$/.test(error), `${answer.seen} with the code ${JSON.stringify(error)}`);
        const detail = asObject(answer.json)?.['detail'];
        ensure(typeof detail === 'string' && detail !== '', `${answer.seen} has no detail`);
      }
      return `${answers.length} requests: ${answers.map(({ status }) => status).join(', ')}`;
    },
  },
  'errors.invalid-content-type': {
    sections: ['Errors 2, request.invalid_content_type'],
    statement: 'A submission that isn’t multipart/form-data is refused.',
    check: async (context) =>
      ensureRefused(
        posts(context, [
          plainBody('application/json', '{"targetFormat":"jpg"}'),
          plainBody('application/x-www-form-urlencoded', 'targetFormat=jpg'),
          plainBody('application/octet-stream', 'bytes'),
        ]),
        'request.invalid_content_type',
      ),
  },
  'errors.no-files': {
    sections: ['Errors 2, request.no_files', 'Endpoints 2', 'Endpoints 3'],
    statement: 'A submission without a file is refused.',
    check: async (context) =>
      ensureRefused(posts(context, [formBody({ [targetFormatField]: 'jpg' })]), 'request.no_files'),
  },
};

function posts({ http }: RuleContext, bodies: readonly FormBody[]): Promise<RawAnswer>[] {
  return documentedToolIds.flatMap((tool) =>
    bodies.map((body) => http.send({ method: 'POST', path: routes.submission(tool), body })),
  );
}
