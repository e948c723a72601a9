import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import csrf from '@fastify/csrf-protection';
import formbody from '@fastify/formbody';
import type { RequestListener } from 'node:http';
import { finished } from 'node:stream/promises';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { isServiceError } from '../../contract/errors.ts';
import { serviceError } from '../../service/faults.ts';
import { callerNetwork, RateLimit } from '../../service/server/callerLimits.ts';
import { HttpConnections } from '../../service/server/connections.ts';
import { sendError } from '../../service/server/errorResponse.ts';
import { checkLoopbackHost, noSchemas } from '../../service/server/server.ts';
import { systemClock } from '../../util/clock.ts';
import {
  cannotListen,
  pagesAddress,
  proxiesOf,
  refusePlainConnections,
  tlsServer,
} from '../listenAddress.ts';
import { authUrlOf, ConfigurationError } from '../configuration.ts';
import { checkPlan } from '../accounts/plans.ts';
import { type NodeParts, openDatabase, type Role } from '../node/nodeParts.ts';
import { accountRoutes } from './accountRoutes.ts';
import { adminRoutes } from './adminRoutes.ts';
import { organizationRoutes } from './organizationRoutes.ts';
import { createProvider } from './provider.ts';
import { confirmRoutes, keyRoutes, providerRoutes } from './providerRoutes.ts';
import { mailOf } from './mail.ts';
import { html, layout, style } from './layout.ts';
import { Cookies } from './cookies.ts';
import { refuseOtherSites, tokenOwner, visitorRate } from './routeContext.ts';
import { saveAuthUrl, sharedSecret } from './sharedValues.ts';
import { signInRoutes } from './signInRoutes.ts';

/** The maximum number of concurrent transactions of all pages. */
const maxTransactions = 8;
const maxBodyBytes = 16 * 1024;
const requestMs = 30_000;
/** At the limit, a new connection replaces the oldest one. */
const connectionLimits = { max: 2000, maxPerCaller: 500 };

/** The pages run no scripts and load nothing from other sites, and other pages can't frame them. */
const headers = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const;

/**
 * Serves the account pages until they are drained. Sessions are in the database, so every node knows them.
 * @returns the role, with the address for browsers
 * @throws ConfigurationError, or Error if it can't listen
 */
export async function startAccounts(shared: NodeParts): Promise<Role & { readonly authUrl: string }> {
  const { configuration, log } = shared;
  // The pages have their own connections, so that they can't delay the API.
  const database = openDatabase(configuration, log, maxTransactions);
  const node = { ...shared, database };
  const { trustedProxies, accountsListen, drainSeconds, organizationPlans, organizationDefaultPlan } =
    configuration;
  const ofGroups = organizationPlans.map((each) => each.split('=')[1]);
  for (const plan of [...ofGroups, organizationDefaultPlan])
    if (plan !== undefined) await checkPlan(database, plan);
  const { host, port, isLoopback } = pagesAddress(configuration);
  const { createHttpServer } = tlsServer(configuration);
  const trustProxy = trustedProxies.length > 0 ? proxiesOf(configuration) : undefined;
  let authUrl = authUrlOf(configuration);
  const app = fastify({
    schemaController: { compilersFactory: noSchemas },
    trustProxy: trustProxy ?? false,
    bodyLimit: maxBodyBytes,
    requestTimeout: requestMs,
    forceCloseConnections: 'idle',
    ...(createHttpServer && { serverFactory: (listener: RequestListener) => createHttpServer({}, listener) }),
  });
  const isProxy = (address: string) => trustProxy?.(address, 0) === true;
  const connections = new HttpConnections({ ...connectionLimits, isProxy });
  connections.watch(app.server);
  refusePlainConnections(app.server, configuration);
  const pending = new Set<Promise<void>>();
  const runAfterResponse = (reply: FastifyReply, work: () => Promise<void>): void => {
    const task = finished(reply.raw)
      // The client disconnected.
      .catch(() => {})
      .then(work)
      .catch((error: unknown) => log.error({ reason: String(error) }, 'Background task failed'))
      .finally(() => pending.delete(task));
    pending.add(task);
  };

  if (isLoopback && trustProxy === undefined) app.addHook('onRequest', checkLoopbackHost);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  app.setErrorHandler(async (error: Error, request, reply) => answerFailure(error, request, reply, node));
  app.setNotFoundHandler(async (_request, reply) => sendProblem(reply.code(404), 'This page doesn’t exist.'));
  app.get('/account/style.css', async (_request, reply) =>
    reply.header('Cache-Control', 'max-age=3600').type('text/css; charset=utf-8').send(style),
  );
  const cookies = new Cookies(authUrl.startsWith('https:'));
  const parts = { node, mail: mailOf(configuration, log), cookies, authUrl: () => authUrl, runAfterResponse };
  const created = Promise.withResolvers<Provider>();
  const provider = async () => created.promise;
  const secret = await sharedSecret(database, 'sessions', () => randomBytes(32).toString('hex'));
  await app.register(async (pages) => {
    await pages.register(formbody);
    await pages.register(cookie, { secret });
    await pages.register(csrf, {
      cookieKey: cookies.nameOf('csrf'),
      cookieOpts: cookies.options,
      csrfOpts: { hmacKey: secret },
      getUserInfo: tokenOwner,
    });
    const context = { ...parts, app: pages };
    const visitors = new RateLimit(visitorRate.max, visitorRate.windowMs, systemClock);
    pages.decorateRequest('sessionToken', '');
    pages.addHook('onRequest', refuseOtherSites);
    pages.addHook('onRequest', async (request, reply) => {
      request.sessionToken = cookies.read(request, 'session') ?? '';
      if (request.sessionToken === '') visitors.take(callerNetwork(request.ip));
      else connections.serve(reply.raw);
    });
    signInRoutes(context);
    accountRoutes(context);
    adminRoutes(context);
    confirmRoutes(context, provider);
    organizationRoutes(context);
  });
  await app.register(async (programs) => {
    await programs.register(formbody);
    programs.setErrorHandler(async (error: Error, request, reply) => {
      const isTheirs = error instanceof ConfigurationError;
      return sendError(isTheirs ? serviceError('request.malformed', error.message) : error, request, reply);
    });
    keyRoutes({ ...parts, app: programs }, provider);
  });
  await app.register(async (programs) => providerRoutes({ ...parts, app: programs }, provider));
  const listening = await app
    .listen({ host, port })
    .catch((error: unknown) => cannotListen('accountsListen', accountsListen, error));
  // In tests, the system chooses the port.
  if (port === 0) authUrl = configuration.authUrl ?? listening;
  await saveAuthUrl(database, authUrl);
  log.info({ address: listening }, 'Account pages started');
  created.resolve(await createProvider(node, authUrl));
  return {
    authUrl,
    drain: async () => {
      const timeout = systemClock.schedule(1000 * drainSeconds, () => app.server.closeAllConnections());
      await app.close();
      await Promise.all(pending);
      await database.close();
      timeout.dispose();
    },
  };
}

async function answerFailure(
  error: Error,
  { method, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  { log }: NodeParts,
): Promise<FastifyReply> {
  if (isServiceError(error)) {
    const { status, retryAfterMs } = error;
    if (retryAfterMs !== undefined) reply.header('Retry-After', String(Math.ceil(retryAfterMs / 1000)));
    return sendProblem(reply.code(status), error.message);
  }
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 403)
    return sendProblem(reply.code(status), 'This form has expired. Go back, reload the page, and try again.');
  if (status < 500) return sendProblem(reply.code(status), 'The request is invalid.');
  log.error({ method, route: routeOptions.url, reason: String(error.stack) }, 'Request failed');
  return sendProblem(reply.code(500), 'Something went wrong. Try again shortly.');
}

function sendProblem(reply: FastifyReply, problem: string): FastifyReply {
  const page = {
    title: 'Can’t show this page',
    problem,
    body: html`<p><a href="/account">Go to your account</a></p>`,
  };
  return reply.type('text/html; charset=utf-8').send(layout(page, { person: undefined, token: '' }));
}
