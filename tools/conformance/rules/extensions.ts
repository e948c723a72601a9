import { idempotencyKeyHeader, waitQuery } from '../../../src/contract/extensions.ts';
import { parseJobRecord } from '../../../src/contract/jobRecord.ts';
import { isTerminal } from '../../../src/contract/jobStatus.ts';
import { routes, targetFormatField } from '../../../src/contract/routes.ts';
import { NotObservable, type ConformanceRule, type RuleContext } from '../rule.ts';
import { announced } from '../steps/announced.ts';
import { ensure, ensureError, jsonOf } from '../steps/expect.ts';
import { conversion } from '../steps/formats.ts';
import { jobIdOf, submit } from '../steps/submit.ts';

/** The announced extensions, if a server has any (api-extensions.md). */
export const extensionRules: readonly ConformanceRule[] = [
  {
    id: 'extensions.announcement',
    sections: ['Announcement 1'],
    statement: 'The extensions are announced without a key.',
    needs: {},
    spends: false,
    check: async (context) => {
      const extensions = await announced(context);
      ensure(Object.keys(extensions).length > 0, 'The announcement has no extension known to this suite');
      return JSON.stringify(extensions);
    },
  },
  {
    id: 'extensions.repeated-submission',
    sections: ['Repeated submissions 1', 'Repeated submissions 2'],
    statement: 'The same request with the same key is the same job, even if both are sent at once.',
    needs: {},
    spends: true,
    check: async (context) => {
      const headers = await newKey(context);
      const twins = await Promise.all([1, 2].map(() => submit(context, 'convert', { headers })));
      const later = await submit(context, 'convert', { headers });
      const ids = new Set([...twins, later].map(jobIdOf));
      ensure(ids.size === 1, `Three submissions with one key are ${ids.size} jobs`);
      return 'Three submissions with one key are one job';
    },
  },
  {
    id: 'extensions.key-reused',
    sections: ['Repeated submissions 3'],
    statement: 'Another request with the same key is refused.',
    needs: {},
    spends: true,
    check: async (context) => {
      const headers = await newKey(context);
      jobIdOf(await submit(context, 'convert', { headers }));
      const { sample } = await conversion(context);
      const other = await submit(context, 'convert', { headers, file: { name: `other-${sample.name}` } });
      const { error } = ensureError(other);
      ensure(other.status === 409 && error === 'request.idempotency_key_reused', other.seen);
      return other.seen;
    },
  },
  {
    id: 'extensions.key-kept-free',
    sections: ['Repeated submissions 4'],
    statement: 'A refused submission doesn’t use up its key.',
    needs: {},
    spends: true,
    check: async (context) => {
      const headers = await newKey(context);
      const refused = await submit(context, 'convert', { headers, fields: { [targetFormatField]: '' } });
      ensureError(refused);
      jobIdOf(await submit(context, 'convert', { headers }));
      return 'Refused, and then accepted with the same key';
    },
  },
  {
    id: 'extensions.long-poll',
    sections: ['Long polls 1'],
    statement: 'A request for a job can wait until the job ends.',
    needs: { jobDelayMs: 1500 },
    spends: true,
    check: async (context) => {
      const { longPollSeconds } = await announced(context);
      if (longPollSeconds === undefined) throw new NotObservable('The server doesn’t announce long polls.');
      const id = jobIdOf(await submit(context, 'convert'));
      const path = `${routes.job('convert', id)}?${waitQuery}=${longPollSeconds}`;
      const { status } = parseJobRecord(jsonOf(await context.http.send({ path })));
      ensure(isTerminal(status), `The answer to the first request says ${status}`);
      return `The first request was answered with ${status}`;
    },
  },
];

async function newKey(context: RuleContext): Promise<Readonly<Record<string, string>>> {
  const { idempotencyKeySeconds } = await announced(context);
  if (idempotencyKeySeconds === undefined)
    throw new NotObservable('The server doesn’t announce idempotency keys.');
  return { [idempotencyKeyHeader]: crypto.randomUUID() };
}
