import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';

/** The buckets for the duration of jobs in seconds, from a picture to a film. */
const jobBuckets = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600];
/** The buckets for the duration of requests in seconds, from polling to an upload of the maximum size. */
const requestBuckets = [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600];

/** Prometheus metrics of this process, and metrics of all nodes from the database. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #database: Database;
  readonly #queueJobs: Gauge<'state'>;
  readonly #queueOldestSeconds: Gauge;
  readonly #connections: Gauge<'pool' | 'state'>;
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>;
  readonly jobSeconds: Histogram<'engine'>;
  readonly jobFailures: Counter<'code'>;
  readonly credits: Counter;
  readonly storeErrors: Counter<'operation'>;
  /** The number of this node's current jobs. */
  readonly slotsBusy: Gauge;

  constructor(database: Database) {
    this.#database = database;
    const registers = [this.#registry];
    const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, registers });
    const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers });
    const histogram = <Label extends string>(
      name: string,
      help: string,
      buckets: number[],
      labelNames: Label[],
    ) => new Histogram({ name, help, buckets, labelNames, registers });
    collectDefaultMetrics({ register: this.#registry });
    this.#queueJobs = gauge('fun_queue_jobs', 'Jobs of all nodes that are queued or in flight', 'state');
    this.#queueOldestSeconds = gauge(
      'fun_queue_oldest_seconds',
      'Longest time that a job of any node has been waiting for a worker, excluding waits required by its plan',
    );
    this.#connections = gauge(
      'fun_database_connections',
      'Database connections by state, and callers that are waiting for one, by pool',
      'pool',
      'state',
    );
    this.requestSeconds = histogram('fun_request_seconds', 'Requests and their durations', requestBuckets, [
      'method',
      'route',
      'status',
    ]);
    this.jobSeconds = histogram('fun_job_seconds', 'Durations of jobs, by engine', jobBuckets, ['engine']);
    this.jobFailures = counter('fun_job_failures_total', 'Jobs that failed, by code', 'code');
    this.credits = counter(
      'fun_credits_total',
      'Credits of accepted jobs, including those of plans that charge nothing',
    );
    this.storeErrors = counter('fun_store_errors_total', 'Failed operations of the store', 'operation');
    this.slotsBusy = gauge('fun_places_busy', 'Jobs that this worker is running');
  }

  /** Adds a metric of only one role, which is counted whenever it is read. */
  add(name: string, help: string, count: () => number): void {
    const collect = (): void => gauge.set(count());
    const gauge = new Gauge({ name, help, collect, registers: [this.#registry] });
  }

  /** Returns all metrics in Prometheus's format. @throws Error if the database can't be reached */
  async text(): Promise<string> {
    const { rows } = await this.#database.query<{ waiting: number; inFlight: number; oldest: number }>(
      `select
         coalesce(sum(waiting), 0)::int as waiting, coalesce(sum(in_flight), 0)::int as "inFlight",
         (select coalesce(extract(epoch from now() - min(due_at)), 0)::float8
          from network.jobs where ended_at is null and due_at <= now()) as oldest
       from network.accounts where in_flight > 0`,
    );
    for (const { waiting, inFlight, oldest } of rows) {
      this.#queueJobs.set({ state: 'waiting' }, waiting);
      this.#queueJobs.set({ state: 'in_flight' }, inFlight);
      this.#queueOldestSeconds.set(oldest);
    }
    for (const { pool, busy, idle, waiting } of this.#database.pools) {
      for (const [state, count] of Object.entries({ busy, idle, waiting }))
        this.#connections.set({ pool, state }, count);
    }
    return this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }
}
