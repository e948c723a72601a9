import { routes } from '../../../src/contract/routes.ts';
import { own } from '../../../src/util/own.ts';
import { plainBody } from '../http/formBody.ts';
import type { RawRequest } from '../http/rawHttp.ts';
import type { ConformanceRule } from '../rule.ts';
import { ensure, ensureError } from '../steps/expect.ts';

const job = routes.job('convert', 'x');
const submission = routes.submission('convert');
const form = 'multipart/form-data';

/** Requests that no careful client sends. None of them contains a complete file. */
const oddRequests: Readonly<Record<string, readonly RawRequest[]>> = {
  'unknown-path': [{ path: '/' }, { path: '/nothing/here' }, { path: '/convert/nothing' }],
  'wrong-method': [
    { method: 'DELETE', path: job },
    { method: 'PUT', path: submission, body: plainBody('text/plain', 'x') },
    { method: 'POST', path: routes.discovery('convert'), body: plainBody('text/plain', 'x') },
  ],
  'broken-path': [
    { path: '/convert/job/%zz' },
    { path: `/convert/job/${'x'.repeat(4000)}` },
    { path: '/convert/job/..%2f..%2fetc%2fpasswd/download' },
  ],
  'broken-form': [
    { method: 'POST', path: submission, body: plainBody(form, 'no boundary') },
    { method: 'POST', path: submission, body: plainBody(`${form}; boundary=a`, 'not a part') },
    {
      method: 'POST',
      path: submission,
      // The part starts but never ends.
      body: plainBody(
        `${form}; boundary=a`,
        '--a\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf',
      ),
    },
  ],
};

const statements: Readonly<Record<string, string>> = {
  'unknown-path': 'A path that doesn’t exist',
  'wrong-method': 'A method that an endpoint doesn’t have',
  'broken-path': 'A path that can’t be decoded, or leads elsewhere',
  'broken-form': 'A form that is cut off or has no parts',
};

/** Every error is a JSON object, whatever the request was (api.md, Errors 1). */
export const robustnessRules: readonly ConformanceRule[] = Object.entries(oddRequests).map(
  ([id, requests]) => ({
    id: `robustness.${id}`,
    sections: ['Errors 1, error'],
    statement: `${own(statements, id)} is answered with a JSON error and a 4xx status.`,
    needs: {},
    spends: false,
    check: async ({ http }) => {
      const answers = await Promise.all(requests.map((request) => http.send(request)));
      for (const answer of answers) {
        ensureError(answer);
        ensure(answer.status < 500, answer.seen);
      }
      return `${answers.length} requests: ${answers.map(({ status }) => status).join(', ')}`;
    },
  }),
);
