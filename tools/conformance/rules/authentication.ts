import { randomUUID } from 'node:crypto';
import { apiKeyHeader, routes } from '../../../src/contract/routes.ts';
import { documentedToolIds } from '../../../src/contract/tools.ts';
import { formBody } from '../http/formBody.ts';
import type { RawRequest } from '../http/rawHttp.ts';
import type { RuleContext, RuleTable } from '../rule.ts';
import { samples } from '../samples.ts';
import { ensure, ensureCode } from '../steps/expect.ts';

const id = randomUUID();

/** The paths of all endpoints that only answer, since every request carries the key (api.md, Authentication 1 and 4). */
const paths: readonly string[] = [
  `${routes.schema()}?from=png&to=jpg`,
  routes.estimate('png', 'jpg'),
  ...documentedToolIds.flatMap((tool) => [
    routes.discovery(tool),
    routes.entitlements(tool),
    routes.job(tool, id),
    routes.download(tool, id),
  ]),
];

export const authenticationRules: RuleTable = {
  'authentication.header': {
    sections: ['Authentication 1'],
    statement: 'The key is sent in the header X-Service-Api-Key, in any case.',
    check: async ({ http, key }) => {
      const path = routes.discovery('convert');
      const plain = await http.send({ path });
      const lower = await http.send({ path, key: null, headers: { [apiKeyHeader.toLowerCase()]: key } });
      ensure(plain.ok && lower.ok, `${plain.seen}; in lower case ${lower.seen}`);
      return plain.seen;
    },
  },
  'authentication.missing': {
    sections: [
      'Authentication 4',
      'Authentication 1',
      'Authentication 3',
      'Errors 2, api_key.invalid_or_ip_not_allowed',
    ],
    statement: 'No endpoint answers without a key.',
    check: (context) =>
      refused(
        context,
        paths.map((path) => ({ path, key: null })),
      ),
  },
  'authentication.invalid': {
    sections: ['Authentication 3', 'Errors 2, api_key.invalid_or_ip_not_allowed'],
    statement: 'Both tools refuse an invalid key, and a file without a valid key.',
    check: (context) => {
      const body = formBody({ targetFormat: 'jpg' }, ...samples.slice(0, 1));
      const invalid = `no-key-${id}`;
      const requests = documentedToolIds.flatMap((tool) => [
        { path: routes.entitlements(tool), key: invalid },
        { method: 'POST', path: routes.submission(tool), body, key: invalid } as const,
        { method: 'POST', path: routes.submission(tool), body, key: null } as const,
      ]);
      return refused(context, requests);
    },
  },
  'authentication.ip-refused': {
    sections: ['Authentication 3', 'Errors 2, api_key.invalid_or_ip_not_allowed'],
    statement: 'A key that is restricted to another IP address is refused.',
    // An address from a block that is reserved for documentation (RFC 5737), so no caller has it.
    needs: { allowedAddress: '192.0.2.1' },
    check: (context) => refused(context, [{ path: routes.entitlements('convert') }]),
  },
  'authentication.ip-allowed': {
    sections: ['Authentication 3'],
    statement: 'A key that is restricted to the caller’s IP address is accepted.',
    needs: { allowedAddress: '127.0.0.1' },
    check: async ({ http }) => {
      const answer = await http.send({ path: routes.entitlements('convert') });
      ensure(answer.ok, answer.seen);
      return answer.seen;
    },
  },
};

async function refused({ http }: RuleContext, requests: readonly RawRequest[]): Promise<string> {
  const answers = await Promise.all(requests.map((request) => http.send(request)));
  for (const answer of answers) ensureCode(answer, 'api_key.invalid_or_ip_not_allowed');
  return `${answers.length} requests, ${answers[0]?.seen}`;
}
