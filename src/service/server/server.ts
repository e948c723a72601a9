import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { RequestListener, ServerOptions as HttpOptions } from 'node:http';
import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { versionHeader, apiKeyHeader, routes } from '../../contract/routes.ts';
import { ownValue } from '../../util/ownValue.ts';
import { serviceError, invalidKeyError } from '../faults.ts';
import { callerNetwork, ActiveRequests } from './callerLimits.ts';
import { Callers, type Authenticate } from './caller.ts';
import { closeIdleConnection, HttpConnections, drain } from './connections.ts';
import { sendError, sendMalformedRequest } from './errorResponse.ts';
import {
  endpoint,
  pathParameter,
  queryParameter,
  checkVersion,
  isVersionSegment,
  refuseOtherRequests,
} from './endpoint.ts';
import { discoveryRoutes, entitlementRoutes } from './discovery.ts';
import { jobRoutes } from './jobRoutes.ts';
import { submissionRoutes } from './submissionRoutes.ts';
import { uploadRoutes } from './storedUploads.ts';
import type { ServerOptions } from './serverOptions.ts';

/** Enough for all files of the largest plan's batch at once, and some more for polling. */
const connectionLimits = { max: 1100, maxPerAddress: 1050 };
/** The longest request line that Node accepts, so that job ids of any length get a regular "not found". */
const maxRequestLineBytes = 16 * 1024;
/** A connection is closed if its caller is silent for this long, even during an upload. */
const idleMs = 120_000;
/** Time limits for the head of a request, and for the whole request including its file. */
const maxHeadMs = 10_000;
const maxRequestMs = 3_600_000;
const timeoutCheckMs = 1000;

const httpOptions: HttpOptions = {
  // A hook checks the host, because its answer is JSON.
  requireHostHeader: false,
  headersTimeout: maxHeadMs,
  connectionsCheckingInterval: timeoutCheckMs,
};

/**
 * Requests are validated by our own code. Loading the framework's schema compilers would take as long as loading the
 * rest of the framework.
 */
const withoutSchemas = (): never => {
  throw new Error('Schemas of routes aren’t supported');
};
export const noSchemas = { buildValidator: () => withoutSchemas, buildSerializer: () => withoutSchemas };

/** Creates the HTTP server for the API. It isn't listening yet. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  // Loads zod's English messages, because its small build only says that a value is invalid.
  z.config(en());
  const callers = new Callers();
  const app = fastify({
    schemaController: { compilersFactory: noSchemas },
    trustProxy: options.trustProxy ?? false,
    ...httpServer(options),
    requestTimeout: maxRequestMs,
    connectionTimeout: idleMs,
    genReqId: () => randomUUID(),
    forceCloseConnections: options.endsGently === true ? 'idle' : true,
    // While the server closes gently, it still answers requests on open connections, and then closes those.
    return503OnClosing: options.endsGently !== true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxRequestLineBytes },
    clientErrorHandler: sendMalformedRequest,
    frameworkErrors: (error, request, reply) => {
      void sendError(error, request, reply);
    },
  });
  const { trustProxy, shares } = options;
  const { max, maxPerAddress } = shares ?? connectionLimits;
  const connections = new HttpConnections({
    max,
    maxPerCaller: maxPerAddress,
    isProxy: (address) => trustProxy?.(address, 0) === true,
  });
  const underWay = new ActiveRequests();
  connections.watch(app.server);
  app.removeAllContentTypeParsers();
  await app.register(multipart);

  if (options.checkHost) app.addHook('onRequest', checkLoopbackHost);
  app.addHook('onRequest', authentication(options.authenticate, callers));
  app.addHook('onRequest', async (request, reply) => {
    underWay.take(`address ${callerNetwork(request.ip)}`, maxPerAddress, reply.raw);
    closeIdleConnection(request.raw, reply.raw);
    const caller = callers.find(request);
    // The connection of a caller without a key isn't protected, so a new connection can replace it.
    if (caller === undefined) return;
    const { account, plan } = caller;
    if (shares !== undefined) underWay.take(`account ${account}`, shares.requestsOf(plan), reply.raw);
    connections.serve(reply.raw);
  });
  app.addHook('onRequest', async (request) => {
    const segments = [pathParameter(request, 'version'), pathParameter(request, 'format')];
    checkVersion({
      suffix: segments.find(isVersionSegment),
      query: queryParameter(request, 'version'),
      header: ownValue(request.headers, versionHeader.toLowerCase()),
    });
  });
  app.addHook('onSend', drain);
  app.addHook('onResponse', async (request, reply) =>
    options.onDidAnswer?.(request, reply, callers.find(request)),
  );
  app.setErrorHandler(async (error: Error, request, reply) =>
    sendError(options.serviceErrorFor?.(error, request) ?? error, request, reply),
  );
  refuseOtherRequests(app);

  submissionRoutes(app, options, callers);
  uploadRoutes(app, options, callers);
  jobRoutes(app, options, callers);
  discoveryRoutes(app, options);
  if (options.extensions) endpoint(app, routes.announcement(), { GET: async () => options.extensions });
  entitlementRoutes(app, options, callers);
  return app;
}

/** Applies the settings that the framework only applies to servers that it creates itself. */
function httpServer({ createHttpServer }: ServerOptions) {
  if (createHttpServer === undefined) return { http: httpOptions };
  const withTimeouts = { ...httpOptions, requestTimeout: maxRequestMs };
  return {
    serverFactory: (listener: RequestListener) => createHttpServer(withTimeouts, listener).setTimeout(idleMs),
  };
}

/**
 * Rejects requests that name another host. A web page could reach a loopback port using its own domain name, if that
 * resolves to 127.0.0.1.
 */
export async function checkLoopbackHost(request: FastifyRequest): Promise<void> {
  const hosts = loopbackHosts(request.socket);
  if (hosts.includes(request.headers.host?.toLowerCase() ?? '')) return;
  throw serviceError(
    'request.host_not_allowed',
    `This service only accepts requests for ${hosts.join(' or ')}.`,
  );
}

/** The values of the `Host` header in requests for a loopback port that aren't from a web page with a name of its own. */
export function loopbackHosts({ localAddress = '127.0.0.1', localPort }: ServerSocket): string[] {
  const address = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  return [`${address}:${localPort}`, `localhost:${localPort}`];
}

type ServerSocket = Pick<FastifyRequest['socket'], 'localAddress' | 'localPort'>;

const headerName = apiKeyHeader.toLowerCase();

/** Checks a request's key and its caller's address before anything else (api.md, Authentication 1 and 3). */
function authentication(authenticate: Authenticate, callers: Callers) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.routeOptions.url === routes.announcement()) return;
    const given = ownValue(request.headers, headerName);
    const caller = typeof given === 'string' ? await authenticate(given, request.ip) : undefined;
    if (caller === undefined) throw invalidKeyError();
    callers.set(request, caller);
  };
}
