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
    collectDefaultMetrics({ register: this.#registry });
    this.#queueJobs = new Gauge({
      name: 'fun_queue_jobs',
      help: 'Jobs of all nodes that are queued or in flight',
      labelNames: ['state'],
      registers,
    });
    this.#queueOldestSeconds = new Gauge({
      name: 'fun_queue_oldest_seconds',
      help: 'Longest time that a job of any node has been waiting for a worker, excluding waits required by its plan',
      registers,
    });
    this.#connections = new Gauge({
      name: 'fun_database_connections',
      help: 'Database connections by state, and callers that are waiting for one, by pool',
      labelNames: ['pool', 'state'],
      registers,
    });
    this.requestSeconds = new Histogram({
      name: 'fun_request_seconds',
      help: 'Requests and their durations',
      labelNames: ['method', 'route', 'status'],
      buckets: requestBuckets,
      registers,
    });
    this.jobSeconds = new Histogram({
      name: 'fun_job_seconds',
      help: 'Durations of jobs, by engine',
      labelNames: ['engine'],
      buckets: jobBuckets,
      registers,
    });
    this.jobFailures = new Counter({
      name: 'fun_job_failures_total',
      help: 'Jobs that failed, by code',
      labelNames: ['code'],
      registers,
    });
    this.credits = new Counter({
      name: 'fun_credits_total',
      help: 'Credits of accepted jobs, including those of plans that charge nothing',
      registers,
    });
    this.storeErrors = new Counter({
      name: 'fun_store_errors_total',
      help: 'Failed operations of the store',
      labelNames: ['operation'],
      registers,
    });
    this.slotsBusy = new Gauge({
      name: 'fun_places_busy',
      help: 'Jobs that this worker is running',
      registers,
    });
  }

  /** Adds the metric for a worker's number of slots. */
  addSlots(count: number): void {
    const help = 'Maximum number of jobs that this worker runs at the same time';
    new Gauge({ name: 'fun_places', help, registers: [this.#registry] }).set(count);
  }

  /** Adds the metric for the number of requests that wait for a job to end. */
  addWaitingRequests(count: () => number): void {
    const help = 'Requests that are waiting for a job to end';
    const collect = (): void => gauge.set(count());
    const gauge = new Gauge({
      name: 'fun_waiting_requests',
      help,
      collect,
      registers: [this.#registry],
    });
  }

  /** Returns all metrics in Prometheus's format. @throws Error if the database can't be reached */
  async text(): Promise<string> {
    const { rows } = await this.#database.query<{ waiting: number; inFlight: number; oldest: number }>(
      `select
         (select coalesce(sum(waiting), 0)::int from network.accounts) as waiting,
         (select coalesce(sum(in_flight), 0)::int from network.accounts where in_flight > 0) as "inFlight",
         (select coalesce(extract(epoch from now() - min(due_at)), 0)::float8
          from network.jobs where ended_at is null and due_at <= now()) as oldest`,
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
