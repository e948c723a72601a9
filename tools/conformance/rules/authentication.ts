import { randomUUID } from 'node:crypto';
import { apiKeyHeader, routes } from '../../../src/contract/routes.ts';
import { documentedToolIds } from '../../../src/contract/tools.ts';
import { formBody } from '../http/formBody.ts';
import type { RawRequest } from '../http/rawHttp.ts';
import type { ConformanceRule, RuleContext } from '../rule.ts';
import { samples } from '../samples/samples.ts';
import { ensure, ensureCode } from '../steps/expect.ts';

const id = randomUUID();

/** The paths of lists, schemas, and entitlements (api.md, Authentication 4). */
const discoveryPaths: readonly string[] = [
  routes.discovery('convert'),
  `${routes.schema()}?from=png&to=jpg`,
  routes.entitlements('convert'),
  routes.discovery('compress'),
  routes.entitlements('compress'),
];
/** The paths of all other endpoints, since every request carries the key (api.md, Authentication 1). */
const otherPaths: readonly string[] = [
  routes.estimate('png', 'jpg'),
  ...documentedToolIds.flatMap((tool) => [routes.job(tool, id), routes.download(tool, id)]),
];

export const authenticationRules: readonly ConformanceRule[] = [
  {
    id: 'authentication.header',
    sections: ['Authentication 1'],
    statement: 'The key is sent in the header X-Service-Api-Key, in any case.',
    needs: {},
    spends: false,
    check: async ({ http, key }) => {
      const path = routes.discovery('convert');
      const plain = await http.send({ path });
      const lower = await http.send({ path, key: null, headers: { [apiKeyHeader.toLowerCase()]: key } });
      ensure(plain.ok && lower.ok, `${plain.seen}; in lower case ${lower.seen}`);
      return plain.seen;
    },
  },
  {
    id: 'authentication.missing',
    sections: ['Authentication 4', 'Errors 2, api_key.invalid_or_ip_not_allowed'],
    statement: 'Discovery and entitlements without a key are refused.',
    needs: {},
    spends: false,
    check: (context) => refused(context, keyless(discoveryPaths)),
  },
  {
    id: 'authentication.every-endpoint',
    sections: ['Authentication 1', 'Authentication 3'],
    statement: 'Estimates, jobs and downloads without a key are refused.',
    needs: {},
    spends: false,
    check: (context) => refused(context, keyless(otherPaths)),
  },
  {
    id: 'authentication.invalid',
    sections: ['Authentication 3', 'Errors 2, api_key.invalid_or_ip_not_allowed'],
    statement: 'Both tools refuse an invalid key.',
    needs: {},
    spends: false,
    check: (context) => {
      const paths = documentedToolIds.map((tool) => routes.entitlements(tool));
      return refused(
        context,
        paths.map((path) => ({ path, key: `no-key-${id}` })),
      );
    },
  },
  {
    id: 'authentication.submission',
    sections: ['Authentication 3', 'Authentication 1'],
    statement: 'A submission with a file but without a valid key is refused.',
    needs: {},
    spends: false,
    check: (context) => {
      const form = {
        method: 'POST',
        body: formBody({ targetFormat: 'jpg' }, ...samples.slice(0, 1)),
      } as const;
      const requests = documentedToolIds.flatMap((tool) =>
        [null, `no-key-${id}`].map((key) => ({ ...form, path: routes.submission(tool), key })),
      );
      return refused(context, requests);
    },
  },
  {
    id: 'authentication.ip-refused',
    sections: ['Authentication 3', 'Errors 2, api_key.invalid_or_ip_not_allowed'],
    statement: 'A key that is restricted to another IP address is refused.',
    // An address from a block that is reserved for documentation (RFC 5737), so no caller has it.
    needs: { allowedAddress: '192.0.2.1' },
    spends: false,
    check: (context) => refused(context, [{ path: routes.entitlements('convert') }]),
  },
  {
    id: 'authentication.ip-allowed',
    sections: ['Authentication 3'],
    statement: 'A key that is restricted to the caller’s IP address is accepted.',
    needs: { allowedAddress: '127.0.0.1' },
    spends: false,
    check: async ({ http }) => {
      const answer = await http.send({ path: routes.entitlements('convert') });
      ensure(answer.ok, answer.seen);
      return answer.seen;
    },
  },
];

function keyless(paths: readonly string[]): RawRequest[] {
  return paths.map((path) => ({ path, key: null }));
}

async function refused({ http }: RuleContext, requests: readonly RawRequest[]): Promise<string> {
  const answers = await Promise.all(requests.map((request) => http.send(request)));
  for (const answer of answers) ensureCode(answer, 'api_key.invalid_or_ip_not_allowed');
  return `${answers.length} requests, ${answers[0]?.seen}`;
}
