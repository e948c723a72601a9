import { faultSentence, readFault } from '../../contract/fault.ts';
import { jobStatuses } from '../../contract/jobRecord.ts';
import { accountNamed } from '../accounts/accounts.ts';
import { ConfigurationError, wholeNumber } from '../configuration.ts';
import { LedgerWallet } from '../accounts/wallet.ts';
import type { Database } from '../database/database.ts';
import { cancelJob, jobWithId, type ListedJob, listJobs } from '../jobs/allJobs.ts';
import { table, type CommandOutput, type CliCommand, noAction, wordAt } from './commandLine.ts';

const defaultLimit = '50';

/** Runs `jobs list|show|cancel`. @throws ConfigurationError */
export async function jobCommand(database: Database, command: CliCommand): Promise<CommandOutput> {
  const action = wordAt(command, 1, 'The action for jobs');
  switch (action) {
    case 'list':
      return list(database, command);
    case 'show':
      return show(await jobNamed(database, command));
    case 'cancel': {
      const { id, status } = await jobNamed(database, command);
      if (!(await cancelJob(database, new LedgerWallet(), id)))
        throw new ConfigurationError(`The job ${id} has already ended with the status ${status}.`);
      return { value: { id, status: 'Canceled' }, lines: [`The job ${id} was canceled and refunded.`] };
    }
    default:
      return noAction(command, 'list, show, or cancel');
  }
}

async function list(
  database: Database,
  { words, status, limit = defaultLimit }: CliCommand,
): Promise<CommandOutput> {
  const [, , name] = words;
  const account = name === undefined ? undefined : (await accountNamed(database, name)).id;
  const wanted = jobStatuses.find((each) => each === status);
  if (status !== undefined && wanted === undefined)
    throw new ConfigurationError(`--status must be one of ${jobStatuses.join(', ')}, not "${status}".`);
  const jobs = await listJobs(database, { account, status: wanted, limit: wholeNumber(limit, '--limit') });
  const rows = jobs.map((job) => [
    job.id,
    job.account,
    job.tool,
    job.status,
    job.createdAt.toISOString(),
    job.endedAt?.toISOString() ?? '',
  ]);
  return { value: jobs, lines: table(rows) };
}

async function jobNamed(database: Database, command: CliCommand): Promise<ListedJob> {
  const id = wordAt(command, 2, 'The ID of the job');
  const job = await jobWithId(database, id);
  if (job === undefined) throw new ConfigurationError(`There is no job "${id}".`);
  return job;
}

function show(job: ListedJob): CommandOutput {
  const fault = readFault(job.fault);
  const facts: Record<string, string | number | undefined> = {
    Job: job.id,
    Account: job.account,
    Tool: job.tool,
    Status: job.status,
    Reason: fault && faultSentence(fault),
    Attempts: job.attempt,
    Worker: job.worker ?? undefined,
    Credits: job.credits,
    'Input bytes': job.inputBytes,
    'Output bytes': job.outputBytes ?? undefined,
    Created: job.createdAt.toISOString(),
    Ended: job.endedAt?.toISOString(),
  };
  const rows = Object.entries(facts).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return { value: job, lines: table(rows) };
}
