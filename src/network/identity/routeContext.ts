import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { serviceError } from '../../service/faults.ts';
import { callerNetwork } from '../../service/server/callerLimits.ts';
import { minuteMs } from '../../util/clock.ts';
import { RequestWindows } from '../node/callerLimits.ts';
import { ConfigurationError } from '../configuration.ts';
import type { NodeParts } from '../node/nodeParts.ts';
import { layout, type Page, type Viewer } from './layout.ts';
import type { Mail } from './mail.ts';
import { type Person, personWithId } from './people.ts';

/** The objects that the routes of the account pages share. */
export interface RouteContext {
  readonly app: FastifyInstance;
  readonly node: NodeParts;
  readonly mail: Mail;
  /** Returns the address of the account pages for browsers. */
  readonly authUrl: () => string;
  /** Runs work after the response was sent, so that the response time doesn't depend on it. */
  readonly runAfterResponse: (reply: FastifyReply, work: () => Promise<void>) => void;
}

// Databases can't store NUL characters.
const fieldText = z.prefault(z.string().check(z.maxLength(1000), z.regex(/^[^\0]*$/)), '');

/** Parses the fields of a form as short texts. @throws ServiceError `request.malformed` */
export function fieldsOf<Name extends string>(
  { body }: FastifyRequest,
  ...names: readonly Name[]
): Record<Name, string> {
  const schema = z.object(Object.fromEntries(names.map((name) => [name, fieldText])));
  const { data, success } = schema.safeParse(body ?? {});
  if (!success)
    throw serviceError(
      'request.malformed',
      'A field of the form is too long, repeated, or contains invalid characters.',
    );
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has exactly these names
  return data as Record<Name, string>;
}

/** Returns the route option that only accepts forms from the server's own pages, by checking their hidden token. */
export function csrfProtected({ app }: Pick<RouteContext, 'app'>) {
  return { preValidation: app.csrfProtection.bind(app) };
}

/** Returns the person who has signed in, or `undefined` if the session has ended. */
export async function personOf({ node }: RouteContext, request: FastifyRequest): Promise<Person | undefined> {
  const { person } = request.session;
  return person === undefined ? undefined : personWithId(node.database, person);
}

/** Returns the person who views a page, with the token for the page's forms. */
function viewerOf(request: FastifyRequest, reply: FastifyReply, person?: Person): Viewer {
  return { person, token: reply.generateCsrf(), path: request.routeOptions.url ?? '' };
}

/** Sends a page as the response. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  person: Person | undefined,
  page: (viewer: Viewer) => Page,
): Promise<FastifyReply> {
  const viewer = viewerOf(request, reply, person);
  return reply.type('text/html; charset=utf-8').send(layout(page(viewer), viewer));
}

type Handler = (person: Person, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * Restricts a route to people who have signed in, and limits their requests, wherever they come from. Others have to
 * sign in first, and then return to the route.
 */
export function signedIn(context: RouteContext, handler: Handler) {
  const limit = new RequestWindows(context.node.database, rates.person);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const person = await personOf(context, request);
    if (person !== undefined) {
      await limit.take(`person ${person.id}`);
      return handler(person, request, reply);
    }
    if (request.method === 'GET') request.session.next = request.url;
    return reply.redirect('/account/login', 303);
  };
}

/** Restricts a route to administrators. Others get the same response as for a missing page. */
export function adminOnly(context: RouteContext, handler: Handler) {
  return signedIn(context, async (person, request, reply) => {
    if (!person.isAdmin) return reply.callNotFound();
    return handler(person, request, reply);
  });
}

/** Returns the message for a user's mistake. Throws all other errors again. */
export function problemOf(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  throw error;
}

/** The maximum number of requests per address (api.md, Limits). Each page without a session starts one in the database. */
const rates = {
  session: { max: 300, windowMs: minuteMs },
  login: { max: 10, windowMs: minuteMs },
  forgot: { max: 5, windowMs: 15 * minuteMs },
  authorize: { max: 60, windowMs: minuteMs },
  validation: { max: 300, windowMs: minuteMs },
  /** For a person, not an address. */
  person: { max: 120, windowMs: minuteMs },
} as const;

/** Returns the route option that limits requests, for all nodes together. @throws ServiceError `rate_limited` */
export function rateLimited({ node }: Pick<RouteContext, 'node'>, name: keyof typeof rates) {
  const windows = new RequestWindows(node.database, rates[name]);
  return {
    onRequest: async ({ ip }: FastifyRequest): Promise<void> => windows.take(`${name} ${callerNetwork(ip)}`),
  };
}
