import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Server as HttpServer, ServerOptions as HttpOptions, RequestListener } from 'node:http';
import type { ServiceError } from '../../contract/errors.ts';
import type { Extensions } from '../../contract/extensions.ts';
import type { ProgramFinder } from '../../engines/programs/findPrograms.ts';
import type { Authenticate, Awaitable, Caller } from './caller.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { RequestLimit } from './callerLimits.ts';
import type { Plan } from '../plans.ts';
import type { UploadPace } from './upload.ts';
import type { Measure } from './price.ts';

/** True if the address, which is this many hops away, may forward requests for others. */
export type TrustProxy = (address: string, hop: number) => boolean;

interface ConnectionShares {
  /** Maximum number of connections of all callers. */
  readonly max: number;
  /** Maximum number of connections from one address, which several accounts may share. */
  readonly maxPerAddress: number;
  /** Maximum number of concurrent requests of an account with this plan. */
  readonly requestsOf: (plan: Plan) => number;
}

/** A submission that is arriving. */
export interface ArrivingUpload {
  /** Maximum size of its body: the declared size, or else the plan's limit. */
  readonly maxBytes: number;
  readonly arrivedBytes: () => number;
  /** Answers the submission with this error, unless all of it has arrived. */
  readonly refuse: (error: ServiceError) => void;
}

/** The configuration of the service's HTTP server. */
export interface ServerOptions {
  readonly authenticate: Authenticate;
  /** True to check the `Host` header, because web pages can send requests to this server. */
  readonly checkHost: boolean;
  /** Decides which proxies may forward requests. By default, none may. */
  readonly trustProxy?: TrustProxy;
  /** Creates the server. By default, a plain HTTP server is created. */
  readonly createHttpServer?: (options: HttpOptions, listener: RequestListener) => HttpServer;
  /** True to finish ongoing requests when the server is closed, instead of aborting them. */
  readonly endsGently?: boolean;
  /** The share of the connections that each account may use. By default, one account may use all of them. */
  readonly shares?: ConnectionShares;
  /** Minimum speed of uploads. Slower connections are closed. */
  readonly uploadPace?: UploadPace;
  /** The answer to an error that isn't the service's own fault; `undefined` for other errors. */
  readonly serviceErrorFor?: (error: Error, request: FastifyRequest) => ServiceError | undefined;
  /** Called after each answer. `caller` is `undefined` if the request had no valid key. */
  readonly onDidAnswer?: (request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined) => void;
  /** API extensions to announce and support. If absent, requests that use them are treated like others. */
  readonly extensions?: Extensions;
  /** Limit on requests for entitlements per address. */
  readonly entitlementsLimit: RequestLimit;
  /** Folder for uploaded files until they belong to a job. */
  readonly folder: string;
  /** Finds the programs that the user has currently installed. */
  readonly programs: ProgramFinder;
  /** Inspects a file in a worker before its job is accepted. */
  readonly measure: Measure;
  /**
   * Called when a submission begins to arrive. The result is disposed once the submission is answered.
   * @throws ServiceError if there is no room for the submission
   */
  readonly onWillSubmit: (upload: ArrivingUpload, caller: Caller) => Awaitable<Disposable>;
}
