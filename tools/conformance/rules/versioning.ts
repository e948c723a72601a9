import { routes, versionHeader } from '../../../src/contract/routes.ts';
import { documentedToolIds } from '../../../src/contract/tools.ts';
import { ensure, ensureAllOk, ensureError, jsonOf } from '../steps/expect.ts';
import { compressible } from '../steps/formats.ts';
import { NotObservable, type Rule, type RuleContext, type RuleTable } from '../rule.ts';
import { type Difference, jobIdOf, submit } from '../steps/submit.ts';

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
      const answers = await Promise.all(
        paths.flatMap((path) => [
          http.send({ path: `${path}?version=1` }),
          http.send({ path, headers: header('1') }),
        ]),
      );
      ensureAllOk(answers);
      return `${answers.length} requests, ${answers[0]?.seen}`;
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
      const answer = await submit(context, 'compress', { path: `${routes.compression(format)}/v1` });
      jobIdOf(answer);
      return answer.seen;
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
    check: async (context) => {
      const answers = await Promise.all(
        documentedToolIds.map((tool) => submit(context, tool, differ(routes.submission(tool)))),
      );
      for (const answer of answers) jobIdOf(answer);
      return answers.map(({ seen }) => seen).join(', ');
    },
  };
}

async function queryOverHeader({ http }: RuleContext): Promise<string> {
  const path = routes.discovery('convert');
  const byHeader = await http.send({ path, headers: header(unknown) });
  if (byHeader.ok) throw new NotObservable('The server ignores unknown versions.');
  const one = await http.send({ path: `${path}?version=1`, headers: header(unknown) });
  const other = await http.send({ path: `${path}?version=${unknown}`, headers: header('1') });
  ensure(one.ok, `Query 1 and header ${unknown}: ${one.seen}`);
  ensureError(other);
  return `Query 1 over header ${unknown}: ${one.status}; the other way round: ${other.status}`;
}

async function suffixOverAll(context: RuleContext): Promise<string> {
  const path = routes.submission('convert');
  const wrong = { path: `${path}?version=${unknown}`, headers: header(unknown) };
  const byQuery = await submit(context, 'convert', wrong);
  if (byQuery.ok) throw new NotObservable('The server ignores unknown versions.');
  const one = await submit(context, 'convert', { ...wrong, path: `${path}/v1?version=${unknown}` });
  const other = await submit(context, 'convert', {
    path: `${path}/v${unknown}?version=1`,
    headers: header('1'),
  });
  ensure(one.ok, `Suffix 1 over ${unknown}: ${one.seen}`);
  ensureError(other);
  return `Suffix 1 over ${unknown}: ${one.status}; the other way round: ${other.status}`;
}
