import { DatabaseError, Pool, type PoolConfig, type QueryResult, type QueryResultRow } from 'pg';

/** Runs statements: the database itself, or one connection inside a transaction. */
export interface Queryable {
  /** @throws DatabaseAway; DatabaseError for a statement that can't be done */
  // eslint-disable-next-line typescript/no-explicit-any -- as the driver says it of a statement whose rows nobody reads
  query<Row extends QueryResultRow = any>(
    sql: string,
    values?: readonly unknown[],
  ): Promise<QueryResult<Row>>;
}

interface DatabaseOptions {
  readonly url: string;
  /** How many transactions this process may have at once. */
  readonly maxTransactions: number;
  /** Hears of a connection that broke while nobody used it. */
  readonly onDidFail: (error: Error) => void;
}

const connectMs = 10_000;
/** A node that freezes or vanishes inside a transaction keeps its locks for so long. */
export const idleMs = 10_000;
/** Longer than that, so that others get such a lock in the end. */
const lockMs = 15_000;
/** No statement of ours takes longer. */
const statementMs = 60_000;
/** How long to wait for the server to say so before the connection counts as silent. */
const graceMs = 5000;
const rollbackMs = 5000;
const keepAliveMs = 30_000;
/** The server checks silent connections, too: a node that vanished would keep its locks and its listeners. */
const serverKeepAlives = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=6';
/** Single statements wait for nobody's lock, so a few connections do for all of them. */
const maxStatements = 6;
const singleMs = 15_000;
/** Transactions that waited for each other: one was rolled back, and may come again. */
const repeatable: ReadonlySet<unknown> = new Set(['40001', '40P01']);
const maxTries = 3;

/** The database couldn't be reached or was too busy. Nothing was done, unless it was a single statement that got no answer. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';

  constructor(cause: unknown) {
    super('The database does not answer now.', { cause });
  }
}

/** A transaction whose commit failed: the database may have done all of it, though nobody heard of it. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';

  constructor(cause: unknown) {
    super('The commit of a transaction failed.', { cause });
  }
}

/**
 * The connections to PostgreSQL: those for transactions, which may wait for a row that another holds, and those for single
 * statements, which the former can't hold up.
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
      // The built-in server may end before the connections that are being closed.
      const failed = (error: Error): void => {
        if (!this.#isClosing) onDidFail(error);
      };
      pool.on('error', failed);
      // While it is in use, the caller that waits for its answer gets the error, too.
      pool.on('connect', (client) => client.on('error', failed));
      return pool;
    };
    this.pool = open({ max: maxTransactions, statement_timeout: statementMs });
    this.#statements = open({ max: maxStatements, statement_timeout: singleMs });
  }

  readonly query: Queryable['query'] = async (sql, values = []) =>
    answered(this.#statements.query(sql, [...values]));

  /**
   * Does all of `run` or nothing. It may be run again where the database asks for that, so it must not do anything but
   * with the connection that it is given.
   * @throws UnknownOutcome where it may have been done all the same; after any other error it certainly was not
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

  /** The use of its connections; `waiting` counts the callers that have none. */
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
    const client = await answered(this.pool.connect());
    const connection: Queryable = {
      query: async (sql, values = []) => answered(client.query(sql, [...values])),
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
      // A connection that could not roll back is closed, which does it.
      client.release(broken);
    }
  }
}

/** Connections that end or are refused, servers that stop, have no room, or give up what takes too long or waits for a lock. */
const awayStates = /^(?:08|28|3D|53|57|25P03|55000|55P03)/;

async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const state = sqlState(error);
    // What has no state comes from the connection.
    throw state === undefined || awayStates.test(state) ? new DatabaseAway(error) : error;
  }
}

/** Of a row whose key another row has. */
export const uniqueViolation = '23505';

/** The code that PostgreSQL gives an error, such as `uniqueViolation`. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}
