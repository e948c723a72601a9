import {
  type ListedCombination,
  combinationSchemaQuery,
  parseCombinations,
  takesFormat,
} from '../../../src/contract/combinations.ts';
import { parseEntitlements } from '../../../src/contract/entitlements.ts';
import { routes, targetFormatField } from '../../../src/contract/routes.ts';
import { formBody } from '../http/formBody.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';
import { looksLike, type Sample, samples } from '../samples.ts';
import { ensure, ensureRefused, jsonOf } from '../steps/expect.ts';
import { download, followToEnd } from '../steps/follow.ts';
import { optionsSchema } from '../steps/formats.ts';
import { NotObservable, type RuleContext, type RuleTable, oncePerServer } from '../rule.ts';
import { ensureAccepted, jobIdOf } from '../steps/submit.ts';

/** Combining files, if a server supports it (api-extensions.md, Combining). */
export const combineRules: RuleTable = {
  'combine.list': {
    sections: ['Combining 2', 'Combining 1'],
    statement: 'The list of combinations has targets and their sources, and the tool shows the entitlements.',
    check: async (context) => {
      const list = await combinations(context);
      parseEntitlements(jsonOf(await context.http.send({ path: routes.entitlements('combine') })));
      return list.map(({ to, from }) => `${to} of ${from === 'any' ? from : from.length}`).join(', ');
    },
  },
  'combine.three-steps': {
    sections: ['Combining 3', 'Combining 1'],
    statement:
      'Files in parts with the same name are submitted, polled until the job ends, and downloaded as one file.',
    spends: true,
    check: async (context) => {
      const { files, to } = await combinable(context);
      const submission = await submit(context, files, to);
      const { id, last, statuses } = await followToEnd(context, 'combine', jobIdOf(submission));
      ensure(last.status === 'Succeeded', `Two valid files ended as ${last.status}`);
      const { ok, seen, body } = await download(context, 'combine', id);
      ensure(ok && looksLike(to, body) !== false, `${seen} with ${body.length} bytes`);
      return `Accepted, ${statuses.join(' → ')}, ${body.length} bytes of ${to}`;
    },
  },
  'combine.route-suffix': {
    sections: ['Combining 3', 'Versions 4, Path'],
    statement: 'Version 1 of a combination can be requested by route suffix.',
    spends: true,
    check: async (context) => {
      const { files, to } = await combinable(context);
      return ensureAccepted([submit(context, files, to, `${routes.submission('combine')}/v1`)]);
    },
  },
  'combine.schema': {
    sections: ['Combining 9'],
    statement: 'There is an options schema for a listed combination.',
    check: async (context) => {
      const [combination] = await combinations(context);
      return optionsSchema(context, routes.combinationSchema(), {
        [combinationSchemaQuery]: combination?.to ?? '',
      });
    },
  },
  'combine.unlisted-format': {
    sections: ['Combining 4'],
    statement: 'An unlisted target is refused.',
    spends: true,
    check: async (context) => {
      await combinations(context);
      return ensureRefused([submit(context, samples.slice(0, 1), 'conformance')]);
    },
  },
};

const combinations = oncePerServer(async ({ http }): Promise<ListedCombination[]> => {
  const answer = await http.send({ path: routes.discovery('combine') });
  const list = answer.ok ? parseCombinations(answer.json) : [];
  if (list.length === 0) throw new NotObservable(`The server can’t combine files (${answer.seen}).`);
  return list;
});

/** Two files that may be combined. */
function fitting({ from }: ListedCombination): Sample[] {
  return samples.filter(({ format }) => takesFormat({ from }, format)).slice(0, 2);
}

/** Two files of the suite that the server can combine. */
async function combinable(context: RuleContext): Promise<{ files: Sample[]; to: string }> {
  const combination = (await combinations(context)).find((each) => fitting(each).length === 2);
  if (combination === undefined) throw new NotObservable('The suite has no two files that can be combined.');
  return { files: fitting(combination), to: combination.to };
}

async function submit(
  context: RuleContext,
  files: readonly Sample[],
  to: string,
  path = routes.submission('combine'),
): Promise<RawAnswer> {
  const body = formBody({ [targetFormatField]: to }, ...files);
  return context.http.send({ method: 'POST', path, body });
}
