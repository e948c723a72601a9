import { routes, versionHeader } from '../../../src/contract/routes.ts';
import { documentedToolIds } from '../../../src/contract/tools.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';
import { ensure, ensureAllOk, ensureRefused, jsonOf } from '../steps/expect.ts';
import { compressible } from '../steps/formats.ts';
import { NotObservable, type Rule, type RuleContext, type RuleTable } from '../rule.ts';
import { type Difference, ensureAccepted, submit } from '../steps/submit.ts';

const unknown = '987';
const header = (version: string): Record<string, string> => ({ [versionHeader]: version });

/**
 * Requests for a version (api.md, Versions). If two versions are requested, it only shows which one takes precedence if
 * the other doesn't exist and the server checks that.
 */
export const versioningRules: RuleTable = {
  'versioning.none-needed': {
    sections: ['Versions 1', 'Versions 6'],
    statement: 'No version is required, and the default is the latest, which is 1.',
    check: async ({ http }) => {
      const path = routes.discovery('convert');
      const plain = await http.send({ path });
      const first = await http.send({ path, headers: header('1') });
      const same = JSON.stringify(jsonOf(plain)) === JSON.stringify(jsonOf(first));
      ensure(same, 'The list differs between no version and version 1');
      return `${plain.seen}, the same as version 1`;
    },
  },
  'versioning.read-shapes': {
    sections: ['Versions 4, Query', 'Versions 4, Header'],
    statement: 'Version 1 of the lists can be requested by query string and by header.',
    check: async ({ http }) => {
      const paths = documentedToolIds.map((tool) => routes.discovery(tool));
      return ensureAllOk(
        paths.flatMap((path) => [
          http.send({ path: `${path}?version=1` }),
          http.send({ path, headers: header('1') }),
        ]),
      );
    },
  },
  'versioning.query-over-header': {
    sections: ['Versions 5'],
    statement: 'The query string takes precedence over the header.',
    check: queryOverHeader,
  },
  'versioning.route-suffix': byRequest('route suffix', 'Path', (path) => ({ path: `${path}/v1` })),
  'versioning.route-suffix-of-type': {
    sections: ['Versions 4, Path', 'Endpoints 4'],
    statement: 'Version 1 of a compression whose path has the file type can be requested by route suffix.',
    spends: true,
    check: async (context) => {
      const { format } = await compressible(context);
      return ensureAccepted([submit(context, 'compress', { path: `${routes.compression(format)}/v1` })]);
    },
  },
  'versioning.query-string': byRequest('query string', 'Query', (path) => ({ path: `${path}?version=1` })),
  'versioning.header': byRequest('header', 'Header', (path) => ({ path, headers: header('1') })),
  'versioning.suffix-over-all': {
    sections: ['Versions 5'],
    statement: 'The route suffix takes precedence over the query string and the header.',
    spends: true,
    check: suffixOverAll,
  },
};

function byRequest(way: string, row: string, differ: (path: string) => Difference): Rule {
  return {
    sections: [`Versions 4, ${row}`],
    statement: `Version 1 of a submission can be requested by ${way}.`,
    spends: true,
    check: async (context) =>
      ensureAccepted(documentedToolIds.map((tool) => submit(context, tool, differ(routes.submission(tool))))),
  };
}

async function queryOverHeader({ http }: RuleContext): Promise<string> {
  const path = routes.discovery('convert');
  return precedence(http.send({ path, headers: header(unknown) }), () => [
    http.send({ path: `${path}?version=1`, headers: header(unknown) }),
    http.send({ path: `${path}?version=${unknown}`, headers: header('1') }),
  ]);
}

async function suffixOverAll(context: RuleContext): Promise<string> {
  const path = routes.submission('convert');
  const request = (suffix: string, query: string): Promise<RawAnswer> =>
    submit(context, 'convert', { path: `${path}${suffix}?version=${query}`, headers: header(query) });
  return precedence(request('', unknown), () => [request('/v1', unknown), request(`/v${unknown}`, '1')]);
}

/**
 * Checks that version 1 is accepted, and an unknown one refused, if the other way of requesting a version says
 * otherwise.
 * @throws NotObservable if the server accepts the unknown version alone, Violation
 */
async function precedence(
  alone: Promise<RawAnswer>,
  both: () => [known: Promise<RawAnswer>, unknown: Promise<RawAnswer>],
): Promise<string> {
  if ((await alone).ok) throw new NotObservable('The server ignores unknown versions.');
  const [known, refused] = both();
  return `${await ensureAllOk([known])}; the other way round: ${await ensureRefused([refused])}`;
}
