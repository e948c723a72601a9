import type { FastifyRequest } from 'fastify';
import type { Server as HttpServer, ServerOptions as HttpOptions, RequestListener } from 'node:http';
import type { ServiceError } from '../../contract/errors.ts';
import type { ProgramFinder } from '../../engines/programs/programFinder.ts';
import type { Awaitable } from '../../util/awaitable.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { Authenticate, Caller } from './caller.ts';
import type { RequestLimit } from './http/rateLimit.ts';
import type { Plan } from './jobs/plans.ts';
import type { UploadPace } from './submission/bodyWatch.ts';
import type { Measure } from './submission/price.ts';

/** Whether what is at an address, so many hops before this server, may say for whom it speaks. */
export type TrustProxy = (address: string, hop: number) => boolean;

export interface ConnectionShares {
  /** Connections of all callers. */
  readonly max: number;
  /** Of those, the ones that come from one address: more than one account has. */
  readonly maxPerAddress: number;
  /** How many requests of an account with this plan may be under way. */
  readonly requestsOf: (plan: Plan) => number;
}

/** What the HTTP side of the service is told. */
export interface ServerOptions {
  readonly authenticate: Authenticate;
  /** Whether it listens where web pages can send requests to. */
  readonly checkHost: boolean;
  /** Who may say whose requests they pass on; nobody where it is not given. */
  readonly trustProxy?: TrustProxy;
  /** Makes what listens, where that is not plain HTTP. */
  readonly createHttpServer?: (options: HttpOptions, listener: RequestListener) => HttpServer;
  /** Whether it answers what has begun when it is closed, in place of breaking it off. */
  readonly endsGently?: boolean;
  /** Room for callers of several accounts; one account may have all of it where it is not given. */
  readonly shares?: ConnectionShares;
  /** How fast an upload has to be at least. */
  readonly uploadPace?: UploadPace;
  /** The refusal that answers an error which is no fault of the service's own; `undefined` for others. */
  readonly refusalFor?: (error: Error, request: FastifyRequest) => ServiceError | undefined;
  /** How often an address may ask for entitlements. */
  readonly entitlementsLimit: RequestLimit;
  /** Where uploads lie until they are a job's. */
  readonly folder: string;
  /** Looks which programs of the user's are there now. */
  readonly programs: ProgramFinder;
  /** Has a worker look into a file before its job is accepted. */
  readonly measure: Measure;
  /**
   * Called when a submission of at most so many bytes begins to arrive from a caller; the result is disposed when it was answered.
   * @throws ServiceError where there is no room for it
   */
  readonly onWillSubmit: (maxBytes: number, caller: Caller) => Awaitable<Disposable>;
}
