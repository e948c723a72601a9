import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { ConfigurationError } from '../configuration/configurationError.ts';
import type { NodeParts } from '../node/nodeParts.ts';
import type { Mail } from './mail.ts';
import { layout, type Page, type Viewer } from './pages/layout.ts';
import { type Person, personWithId } from './people.ts';

/** Everything that the routes of the account pages use. */
export interface Web {
  readonly app: FastifyInstance;
  readonly node: NodeParts;
  readonly mail: Mail;
  /** The address of the pages for browsers. */
  readonly authUrl: () => string;
  /** Does work after the answer, so that the answer's time doesn't depend on it. */
  readonly afterwards: (work: Promise<void>) => void;
}

/** The fields of a form, as short texts. @throws ZodError */
export function fieldsOf<Name extends string>(
  { body }: FastifyRequest,
  ...names: readonly Name[]
): Record<Name, string> {
  const text = z.prefault(z.string().check(z.maxLength(1000)), '');
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has exactly these names
  return z.parse(z.object(Object.fromEntries(names.map((name) => [name, text]))), body ?? {}) as Record<
    Name,
    string
  >;
}

/** The option of a route that only takes forms of its own pages, as their hidden token proves. */
export function fromOwnForm({ app }: Pick<Web, 'app'>) {
  return { preValidation: app.csrfProtection.bind(app) };
}

/** The person who has signed in; `undefined` if that has ended. */
export async function personOf({ node }: Web, request: FastifyRequest): Promise<Person | undefined> {
  const { person } = request.session;
  return person === undefined ? undefined : personWithId(node.database, person);
}

/** The person who sees a page, with the token for its forms. */
function viewerOf(request: FastifyRequest, reply: FastifyReply, person?: Person): Viewer {
  return { person, token: reply.generateCsrf(), path: request.routeOptions.url ?? '' };
}

/** Answers with a page. */
export async function show(
  request: FastifyRequest,
  reply: FastifyReply,
  person: Person | undefined,
  page: (viewer: Viewer) => Page,
): Promise<FastifyReply> {
  const viewer = viewerOf(request, reply, person);
  return reply.type('text/html; charset=utf-8').send(layout(page(viewer), viewer));
}

type Handler = (person: Person, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Lets only people who have signed in reach a route; others sign in first and then return to it. */
export function signedIn(web: Web, handler: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const person = await personOf(web, request);
    if (person !== undefined) return handler(person, request, reply);
    if (request.method === 'GET') request.session.next = request.url;
    return reply.redirect('/account/login', 303);
  };
}

/** Like `signedIn`, for administrators. Others learn nothing about the route. */
export function administered(web: Web, handler: Handler) {
  return signedIn(web, async (person, request, reply) => {
    if (!person.isAdmin) return reply.callNotFound();
    return handler(person, request, reply);
  });
}

/** The sentence for a mistake of the person; other errors are thrown again. */
export function problemOf(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  throw error;
}
