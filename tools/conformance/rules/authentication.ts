import { randomUUID } from 'node:crypto';
import { apiKeyHeader, routes } from '../../../src/contract/routes.ts';
import { documentedToolIds } from '../../../src/contract/tools.ts';
import { formBody } from '../http/formBody.ts';
import type { RuleTable } from '../rule.ts';
import { samples } from '../samples.ts';
import { ensureAllOk, ensureRefused } from '../steps/expect.ts';

const id = randomUUID();
const code = 'api_key.invalid_or_ip_not_allowed';

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
      const lower = { key: null, headers: { [apiKeyHeader.toLowerCase()]: key } };
      return ensureAllOk([http.send({ path }), http.send({ path, ...lower })]);
    },
  },
  'authentication.missing': {
    sections: ['Authentication 4', 'Authentication 1', 'Authentication 3', `Errors 2, ${code}`],
    statement: 'No endpoint answers without a key.',
    check: async ({ http }) =>
      ensureRefused(
        paths.map((path) => http.send({ path, key: null })),
        code,
      ),
  },
  'authentication.invalid': {
    sections: ['Authentication 3', `Errors 2, ${code}`],
    statement: 'Both tools refuse an invalid key, and a file without a valid key.',
    check: async ({ http }) => {
      const body = formBody({ targetFormat: 'jpg' }, ...samples.slice(0, 1));
      const invalid = `no-key-${id}`;
      const answers = documentedToolIds.flatMap((tool) => [
        http.send({ path: routes.entitlements(tool), key: invalid }),
        http.send({ method: 'POST', path: routes.submission(tool), body, key: invalid }),
        http.send({ method: 'POST', path: routes.submission(tool), body, key: null }),
      ]);
      return ensureRefused(answers, code);
    },
  },
  'authentication.ip-refused': {
    sections: ['Authentication 3', `Errors 2, ${code}`],
    statement: 'A key that is restricted to another IP address is refused.',
    // An address from a block that is reserved for documentation (RFC 5737), so no caller has it.
    needs: { allowedAddress: '192.0.2.1' },
    check: async ({ http }) => ensureRefused([http.send({ path: routes.entitlements('convert') })], code),
  },
  'authentication.ip-allowed': {
    sections: ['Authentication 3'],
    statement: 'A key that is restricted to the caller’s IP address is accepted.',
    needs: { allowedAddress: '127.0.0.1' },
    check: async ({ http }) => ensureAllOk([http.send({ path: routes.entitlements('convert') })]),
  },
};
