import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Server as HttpServer, ServerOptions as HttpOptions, RequestListener } from 'node:http';
import type { ServiceError } from '../../contract/errors.ts';
import type { Extensions } from '../../contract/extensions.ts';
import type { ProgramFinder } from '../../engines/programs/programFinder.ts';
import type { Authenticate, Awaitable, Caller } from './caller.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { RequestLimit } from './http/rateLimit.ts';
import type { Plan } from './jobs/plans.ts';
import type { UploadPace } from './submission/bodyLimits.ts';
import type { Measure } from './submission/price.ts';

/** True if the address, this many hops away, may forward requests for others. */
export type TrustProxy = (address: string, hop: number) => boolean;

interface ConnectionShares {
  /** Connections of all callers. */
  readonly max: number;
  /** Connections from one address, which may serve more than one account. */
  readonly maxPerAddress: number;
  /** Maximum number of concurrent requests for an account with this plan. */
  readonly requestsOf: (plan: Plan) => number;
}

/** The configuration of the service's HTTP part. */
export interface ServerOptions {
  readonly authenticate: Authenticate;
  /** True if web pages can send requests to it. */
  readonly checkHost: boolean;
  /** The proxies that may forward requests; none by default. */
  readonly trustProxy?: TrustProxy;
  /** Creates the server, if it isn't plain HTTP. */
  readonly createHttpServer?: (options: HttpOptions, listener: RequestListener) => HttpServer;
  /** True to finish ongoing requests when it is closed, instead of aborting them. */
  readonly endsGently?: boolean;
  /** Shares of connections for accounts; by default, one account may use all of them. */
  readonly shares?: ConnectionShares;
  /** Minimum speed of an upload. */
  readonly uploadPace?: UploadPace;
  /** The refusal that answers an error which is no fault of the service's own; `undefined` for others. */
  readonly refusalFor?: (error: Error, request: FastifyRequest) => ServiceError | undefined;
  /** Called after each answer; `caller` is `undefined` for a request without a valid key. */
  readonly onDidAnswer?: (request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined) => void;
  /** Announced, and applied to requests; absent if they are ignored. */
  readonly extensions?: Extensions;
  /** Limit on entitlements requests per address. */
  readonly entitlementsLimit: RequestLimit;
  /** Folder for uploads until they belong to a job. */
  readonly folder: string;
  /** Finds the user's currently installed programs. */
  readonly programs: ProgramFinder;
  /** Lets a worker inspect a file before its job is accepted. */
  readonly measure: Measure;
  /**
   * Called when a submission of at most this many bytes begins to arrive; the result is disposed once it is answered.
   * @throws ServiceError if there is no room for it
   */
  readonly onWillSubmit: (maxBytes: number, caller: Caller) => Awaitable<Disposable>;
}
