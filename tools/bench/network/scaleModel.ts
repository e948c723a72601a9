/** The measurements and assumptions behind docs/scale.md. Times are in seconds of one processor. */
export interface ScaleInputs {
  /** The time that an API node takes. */
  readonly api: { readonly submission: number; readonly poll: number; readonly gibibyte: number };
  /** The time that the database takes. `attempt` is a job at a worker, from the queue to its end. */
  readonly database: { readonly submission: number; readonly poll: number; readonly attempt: number };
  /** The time that a worker's main process takes. */
  readonly worker: { readonly attempt: number };
  /** An average job. */
  readonly job: {
    readonly engineSeconds: number;
    readonly polls: number;
    /** The sum of the upload and the download. */
    readonly megabytes: number;
  };
  readonly slotsPerWorker: number;
  /** The usable share of a processor: with a higher load, requests would queue. */
  readonly busy: number;
  /** The processors of a large database machine. */
  readonly databaseProcessors: number;
  /** The maximum number of rows in a table before vacuuming and indexes need special attention. */
  readonly maxRows: number;
  /** The number of days for which the rows of jobs are kept. */
  readonly keptDays: number;
  /** The speed of a network adapter, in megabytes per second; uploads also go to the store. */
  readonly megabytesPerSecond: number;
}

/** The requirements for this number of workers. */
interface ScaleNeeds {
  readonly workers: number;
  readonly jobsPerSecond: number;
  readonly apiNodes: number;
  /** The requirements of the database. */
  readonly databaseProcessors: number;
  /** The data that passes through all API nodes, in one direction. */
  readonly megabytesPerSecond: number;
  /** The number of rows in millions, once the oldest rows expire. */
  readonly millionRows: number;
  readonly connections: number;
}

/** A limit, and the number of workers at which it is reached. */
interface ScaleLimit {
  readonly what: string;
  readonly jobsPerSecond: number;
  readonly workers: number;
}

const daySeconds = 86_400;
const megabytesPerGibibyte = 1024;
/** A node's connections under load: one for notifications, one for sweeps or heartbeats, and those of jobs that begin or end. */
const connectionsPerNode = 4;
/** At least two nodes, because a single one would be a single point of failure. */
const minApiNodes = 2;

/** Computes the requirements for a number of workers. */
function scaleNeeds(inputs: ScaleInputs, workers: number): ScaleNeeds {
  const { job, busy, keptDays } = inputs;
  const jobsPerSecond = workers * jobsPerWorkerSecond(inputs);
  const megabytesPerSecond = jobsPerSecond * job.megabytes;
  const apiNodes = Math.max(
    minApiNodes,
    Math.ceil((jobsPerSecond * apiSeconds(inputs)) / busy),
    Math.ceil(megabytesPerSecond / inputs.megabytesPerSecond),
  );
  return {
    workers,
    jobsPerSecond,
    apiNodes,
    databaseProcessors: Math.max(1, Math.ceil((jobsPerSecond * databaseSeconds(inputs)) / busy)),
    megabytesPerSecond,
    millionRows: (jobsPerSecond * daySeconds * keptDays) / 1e6,
    connections: (workers + apiNodes) * connectionsPerNode,
  };
}

/** The bottlenecks, lowest limit first. Nodes are added wherever that helps. */
function scaleLimits(inputs: ScaleInputs): ScaleLimit[] {
  const { busy, databaseProcessors, maxRows, keptDays, megabytesPerSecond, job } = inputs;
  const limits: [string, number][] = [
    ['rows of jobs in one table', maxRows / (daySeconds * keptDays)],
    ['one API node, limited by its processor', busy / apiSeconds(inputs)],
    ['one API node, limited by its network', megabytesPerSecond / job.megabytes],
    ['one database, limited by its processors', (busy * databaseProcessors) / databaseSeconds(inputs)],
  ];
  return limits
    .map(([what, jobsPerSecond]) => ({
      what,
      jobsPerSecond,
      workers: Math.floor(jobsPerSecond / jobsPerWorkerSecond(inputs)),
    }))
    .toSorted((one, other) => one.jobsPerSecond - other.jobsPerSecond);
}

/** Renders the tables of docs/scale.md. */
export function scaleTables(inputs: ScaleInputs, counts: readonly number[]): string[] {
  const needs = counts.map((count) => scaleNeeds(inputs, count));
  const row = (what: string, of: (each: ScaleNeeds) => number): string =>
    `| ${[what, ...needs.map((each) => plain(of(each)))].join(' | ')} |`;
  return [
    row('Workers', ({ workers }) => workers),
    row('Jobs per second', ({ jobsPerSecond }) => jobsPerSecond),
    row('API nodes', ({ apiNodes }) => apiNodes),
    row('Processors of the database', ({ databaseProcessors }) => databaseProcessors),
    row('Megabytes per second through API nodes', ({ megabytesPerSecond }) => megabytesPerSecond),
    row('Million rows of jobs', ({ millionRows }) => millionRows),
    row('Connections to the database', ({ connections }) => connections),
    ...scaleLimits(inputs).map(
      ({ what, jobsPerSecond, workers }) => `| ${what} | ${plain(jobsPerSecond)} | ${plain(workers)} |`,
    ),
  ];
}

function jobsPerWorkerSecond({ slotsPerWorker, job, worker }: ScaleInputs): number {
  return slotsPerWorker / (job.engineSeconds + worker.attempt);
}

function apiSeconds({ api, job }: ScaleInputs): number {
  const { polls, megabytes } = job;
  return api.submission + polls * api.poll + (megabytes / megabytesPerGibibyte) * api.gibibyte;
}

function databaseSeconds({ database, job }: ScaleInputs): number {
  return database.submission + job.polls * database.poll + database.attempt;
}

/** Rounds to two significant digits. */
function plain(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en');
}
