import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Cluster } from '../../../test/support/network/cluster.ts';
import { root } from '../../../test/support/paths.ts';
import { inTurns, type Pair } from '../statistics.ts';
import { newFolder } from '../support/pictures.ts';
import { usageOf } from '../support/processTree.ts';
import { databaseSeconds } from './databaseUsage.ts';
import { farm, writePlans } from './farmPlan.ts';

type Medians = Pair & { readonly runs: number };

/** Processor time per request, in milliseconds. */
interface Cost {
  readonly apiMs: number;
  readonly databaseMs: number;
}

interface TableFigures {
  /** The time in milliseconds, with a full table and with an empty one. */
  readonly submission: Medians;
  readonly poll: Medians;
  /** The processor time with an empty table. */
  readonly cost: Readonly<Record<'submission' | 'poll', Cost>>;
}

const runs = 60;
const costRuns = 200;
const others = 50;

/** The time that an API node takes for a submission and a poll, with this many jobs in the table and with none. */
export async function fullTable(jobs: number): Promise<TableFigures> {
  const picture = await readFile(path.join(root, 'media/icon.png'));
  const env = { FUN_PLANS_FILE: await writePlans(await newFolder()) };
  const clusters = await Promise.all([0, 1].map(() => Cluster.start({ api: 1, workers: 0, env })));
  const [full, empty] = clusters;
  try {
    if (full === undefined || empty === undefined) throw new Error('Expected two networks');
    const [ours, reference] = [await Caller.at(full, picture), await Caller.at(empty, picture)];
    await fill(full, jobs);
    await inTurns(5, ours.submit, reference.submit);
    const submission = await inTurns(runs, ours.submit, reference.submit);
    const poll = await inTurns(runs, ours.poll, reference.poll);
    const cost = {
      submission: await costOf(empty, reference.submit),
      poll: await costOf(empty, reference.poll),
    };
    return { submission, poll, cost };
  } finally {
    for (const each of clusters) await each.stop();
  }
}

/**
 * Fills the table. Half of the jobs belong to the tenant, and half to other accounts; half have ended, and half are
 * waiting.
 */
async function fill({ database }: Cluster, jobs: number): Promise<void> {
  await database.query(
    `insert into network.accounts (name, plan) select 'other-' || n, '${farm.id}' from generate_series(1, $1) n`,
    [others],
  );
  await database.query(
    `insert into network.jobs (id, account, tool, status, input_bytes, credits, work, ended_at, retained)
     select gen_random_uuid(), case when n % 2 = 0 then t.id else o.ids[1 + n % $2] end, 'convert',
       case when n % 4 < 2 then 'Queued' else 'Succeeded' end, 1000, 0, '{}',
       case when n % 4 < 2 then null else now() end, n % 4 = 2
     from generate_series(1, $1) n,
       (select id from network.accounts where name like 'tenant-%') t,
       (select array_agg(id) as ids from network.accounts where name like 'other-%') o`,
    [jobs, others],
  );
  await database.query(
    `update network.accounts a set in_flight = case when name like 'tenant-%' then $1 else 0 end,
       waiting = (select count(*) from network.jobs j where j.account = a.id and status = 'Queued')`,
    [farm.maxParallelJobs],
  );
  await database.query('analyze network.jobs');
}

/** A client that sends files to a network and polls; each method returns its duration in milliseconds. */
class Caller {
  readonly #baseUrl: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #picture: Buffer<ArrayBuffer>;
  #job = '';

  private constructor(baseUrl: URL, key: string, picture: Buffer<ArrayBuffer>) {
    this.#baseUrl = baseUrl;
    this.#headers = { 'X-Service-Api-Key': key };
    this.#picture = picture;
  }

  static async at(cluster: Cluster, picture: Buffer<ArrayBuffer>): Promise<Caller> {
    return new Caller(cluster.baseUrl, await cluster.tenant({ plan: farm.id }), picture);
  }

  readonly submit = async (): Promise<number> => {
    const body = new FormData();
    body.set('targetFormat', 'jpg');
    body.set('file', new File([this.#picture], 'a.png'));
    const { ms, answer } = await this.#ask('/convert', { method: 'POST', body });
    this.#job = answer.id;
    return ms;
  };

  readonly poll = async (): Promise<number> => (await this.#ask(`/convert/job/${this.#job}`)).ms;

  async #ask(route: string, init: RequestInit = {}): Promise<{ ms: number; answer: { id: string } }> {
    const startedAt = performance.now();
    const response = await fetch(new URL(route, this.#baseUrl), { ...init, headers: this.#headers });
    const answer: { id: string } = JSON.parse(await response.text());
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return { ms: performance.now() - startedAt, answer };
  }
}

async function costOf({ api, database }: Cluster, ask: () => Promise<number>): Promise<Cost> {
  const node = api[0]?.pid ?? 0;
  const used = async () => ({ api: usageOf(node).cpuSeconds, database: await databaseSeconds(database) });
  const before = await used();
  for (let count = 0; count < costRuns; count += 1) await ask();
  const after = await used();
  const ms = (of: 'api' | 'database'): number => (1000 * (after[of] - before[of])) / costRuns;
  return { apiMs: ms('api'), databaseMs: ms('database') };
}
