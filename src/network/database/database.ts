import { DatabaseError, Pool, type PoolConfig, type QueryResult, type QueryResultRow } from 'pg';

/** Runs SQL statements, either directly on the database or on one connection inside a transaction. */
export interface Queryable {
  /** @throws DatabaseUnavailable if the database doesn't answer; DatabaseError if it rejects the statement */
  // eslint-disable-next-line typescript/no-explicit-any -- the driver's own default, for statements whose rows nobody reads
  query<Row extends QueryResultRow = any>(
    sql: string,
    values?: readonly unknown[],
  ): Promise<QueryResult<Row>>;
}

interface DatabaseOptions {
  readonly url: string;
  /** The maximum number of concurrent transactions in this process. */
  readonly maxTransactions: number;
  /** Called when an idle connection breaks. */
  readonly onDidFail: (error: Error) => void;
}

const connectMs = 10_000;
/** The time after which the database ends a transaction that does nothing, so that a frozen node doesn't keep its locks. */
export const idleMs = 10_000;
/** The time to wait for a lock. It exceeds `idleMs`, so that a lock held by a frozen node becomes available in time. */
const lockMs = 15_000;
/** The maximum duration of a statement. */
const statementMs = 60_000;
/** The time to wait for the server's own timeout error before a connection counts as dead. */
const graceMs = 5000;
const rollbackMs = 5000;
const keepAliveMs = 30_000;
/** Makes the server detect dead connections too, because a node that vanished would keep its locks and listeners. */
const serverKeepAlives = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=6';
/** The number of connections for single statements. A few are enough, because single statements don't wait for locks. */
const maxStatements = 6;
const singleMs = 15_000;
/** The error codes of serialization failures and deadlocks. Such a transaction was rolled back, and can be repeated. */
const repeatable: ReadonlySet<unknown> = new Set(['40001', '40P01']);
const maxTries = 3;

/**
 * The database was unreachable or too busy. Nothing was changed, except possibly by a single statement that got no
 * answer.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    super('The database isn’t responding.', { cause });
  }
}

/** The commit of a transaction failed. The database may have committed the transaction, but its answer was lost. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';

  constructor(cause: unknown) {
    super('The commit of a transaction failed.', { cause });
  }
}

/**
 * The connections to PostgreSQL, in two pools. Transactions may wait for locked rows, so single statements have their
 * own connections.
 */
export class Database implements Queryable {
  readonly pool: Pool;
  readonly #statements: Pool;
  #isClosing = false;

  constructor({ url, maxTransactions, onDidFail }: DatabaseOptions) {
    const open = (options: PoolConfig & { statement_timeout: number }): Pool => {
      const pool = new Pool({
        connectionString: url,
        connectionTimeoutMillis: connectMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: keepAliveMs,
        options: serverKeepAlives,
        idle_in_transaction_session_timeout: idleMs,
        lock_timeout: lockMs,
        query_timeout: options.statement_timeout + graceMs,
        application_name: 'file-utility-network',
        ...options,
      });
      // Errors while closing are ignored, because the built-in server may end before its connections are closed.
      const failed = (error: Error): void => {
        if (!this.#isClosing) onDidFail(error);
      };
      pool.on('error', failed);
      // If a connection is in use, the caller that waits for its answer also gets the error.
      pool.on('connect', (client) => client.on('error', failed));
      return pool;
    };
    this.pool = open({ max: maxTransactions, statement_timeout: statementMs });
    this.#statements = open({ max: maxStatements, statement_timeout: singleMs });
  }

  readonly query: Queryable['query'] = async (sql, values = []) =>
    rejectIfUnavailable(this.#statements.query(sql, [...values]));

  /**
   * Runs a transaction, which commits everything or nothing. May call `run` several times, so `run` must not do
   * anything but use its connection.
   * @throws UnknownOutcome if the transaction may have been committed; after any other error, it certainly wasn't
   */
  async transaction<T>(run: (connection: Queryable) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#once(run);
      } catch (error) {
        if (tries === maxTries || !repeatable.has(sqlState(error))) throw error;
      }
    }
  }

  /** The number of busy and idle connections in each pool. `waiting` counts the callers that wait for a connection. */
  get pools(): { pool: string; busy: number; idle: number; waiting: number }[] {
    const pools = { transactions: this.pool, statements: this.#statements };
    return Object.entries(pools).map(([pool, { totalCount, idleCount, waitingCount }]) => {
      return { pool, busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([this.pool.end(), this.#statements.end()]);
  }

  async #once<T>(run: (connection: Queryable) => Promise<T>): Promise<T> {
    const client = await rejectIfUnavailable(this.pool.connect());
    const connection: Queryable = {
      query: async (sql, values = []) => rejectIfUnavailable(client.query(sql, [...values])),
    };
    let broken: Error | undefined;
    try {
      await connection.query('begin');
      const result = await run(connection);
      await client.query('commit').catch((error: unknown) => {
        throw new UnknownOutcome(error);
      });
      return result;
    } catch (error) {
      const rollback = { text: 'rollback', query_timeout: rollbackMs };
      await client.query(rollback).catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      // If the rollback failed, the connection is closed, which also rolls the transaction back.
      client.release(broken);
    }
  }
}

/**
 * SQL states that mean the database is unavailable: broken or refused connections, a server that stops or lacks
 * resources, and timeouts.
 */
const unavailableStates = /^(?:08|28|3D|53|57|25P03|55000|55P03)/;

async function rejectIfUnavailable<T>(pending: Promise<T>): Promise<T> {
  try {
    return await pending;
  } catch (error) {
    const state = sqlState(error);
    // An error without a SQL state comes from the connection.
    throw state === undefined || unavailableStates.test(state) ? new DatabaseUnavailable(error) : error;
  }
}

/** The SQL state for a row whose key exists already. */
export const uniqueViolation = '23505';
/** The SQL state for JSON with a text that PostgreSQL can't store, such as a NUL character. */
export const invalidText = '22P05';

export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}
