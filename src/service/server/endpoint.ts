import type {
  FastifyInstance,
  RouteHandlerMethod,
  RouteOptions,
  FastifyRequest,
  FastifyReply,
} from 'fastify';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { asObject, asText } from '../../contract/read.ts';
import { endpointVersion } from '../../contract/routes.ts';
import type { FoundPrograms } from '../../engines/programs/findPrograms.ts';
import { ownValue } from '../../util/ownValue.ts';
import { serviceError } from '../faults.ts';

type Handlers = Partial<Record<'GET' | 'POST', RouteHandlerMethod>>;

/** Serves a path with the given methods. */
export function endpoint(
  app: FastifyInstance,
  url: string,
  handlers: Handlers,
  hooks: Pick<RouteOptions, 'onRequest'> = {},
): void {
  for (const [method, handler] of Object.entries(handlers)) app.route({ url, method, handler, ...hooks });
}

/**
 * Answers requests without a route: `request.method_not_allowed` if the path has routes for other methods, or else
 * `request.not_found`. To be called before routes are added. Routes for the methods that a path doesn't have would take
 * longer to add than all others.
 */
export function refuseOtherRequests(app: FastifyInstance): void {
  const methodsOf = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    methodsOf.set(url, [...(methodsOf.get(url) ?? []), ...[method].flat()]);
  });
  app.setNotFoundHandler(async ({ url, method }, reply) => {
    const [path = ''] = url.split('?');
    const allowed = methodsOf.get(closestPattern([...methodsOf.keys()], path) ?? '');
    if (allowed === undefined || allowed.includes(method))
      throw serviceError('request.not_found', 'This path doesn’t exist.');
    reply.header('Allow', allowed.join(', '));
    throw serviceError('request.method_not_allowed', `${method} isn’t supported for this path.`);
  });
}

/** Returns the pattern that a path matches, with the fewest parameters if there are several. */
function closestPattern(patterns: readonly string[], path: string): string | undefined {
  const segments = path.replace(/\/$/, '').split('/');
  const matching = patterns.filter((pattern) => {
    const expected = pattern.split('/');
    return (
      expected.length === segments.length &&
      expected.every((each, index) => each.startsWith(':') || each === segments[index])
    );
  });
  return matching.toSorted((a, b) => parameterCount(a) - parameterCount(b))[0];
}

function parameterCount(pattern: string): number {
  return pattern.split('/:').length - 1;
}

/** A decoded path parameter; `''` if the route doesn't have it. */
export function pathParameter(request: FastifyRequest, name: string): string {
  return asText(ownValue(asObject(request.params) ?? {}, name)) ?? '';
}

/** A query parameter as received: text, or a list if it is repeated. */
export function queryParameter(request: FastifyRequest, name: string): unknown {
  return ownValue(asObject(request.query) ?? {}, name);
}

/** The places where a request may specify the endpoint version (api.md, Versions 4). */
interface VersionSources {
  readonly suffix: string | undefined;
  readonly query: unknown;
  readonly header: unknown;
}

/** True if a path segment requests a version. `v<n>` is reserved and never a format. */
export function isVersionSegment(segment: string): boolean {
  return /^v\d+$/i.test(segment);
}

/**
 * Checks the requested version. The route suffix wins over the query, and the query over the header (api.md, Versions
 * 5).
 * @throws ServiceError `request.unsupported_version`
 */
export function checkVersion({ suffix, query, header }: VersionSources): void {
  const wanted = suffix?.slice(1) ?? query ?? header;
  if (wanted === undefined || (typeof wanted === 'string' && Number(wanted) === endpointVersion)) return;
  const named = typeof wanted === 'string' ? wanted : 'asked for';
  throw serviceError(
    'request.unsupported_version',
    `The version ${named} doesn’t exist. Available: ${endpointVersion}.`,
  );
}

const pack = promisify(gzip);

interface Body {
  /** Identifies the programs with which the list was made. */
  readonly programs: string;
  readonly json: Buffer;
  readonly etag: string;
  packed?: Promise<Buffer>;
}

/** A list that is the same for all callers, and only changes when programs are installed or removed. */
export class CachedList {
  readonly #make: (found: FoundPrograms) => object;
  #body: Body | undefined;

  constructor(make: (found: FoundPrograms) => object) {
    this.#make = make;
  }

  /**
   * Sends the list, compressed with gzip if the caller accepts that. Answers 304 if the caller already has the list.
   */
  async answer(
    { headers }: FastifyRequest,
    reply: FastifyReply,
    found: FoundPrograms,
  ): Promise<FastifyReply> {
    const body = this.#bodyFor(found);
    reply
      .header('ETag', body.etag)
      .header('Cache-Control', 'private, no-cache')
      .header('Vary', 'Accept-Encoding')
      .type('application/json; charset=utf-8');
    if (names(headers['if-none-match'], body.etag)) return reply.code(304).send();
    if (!takesGzip(headers['accept-encoding'])) return reply.send(body.json);
    body.packed ??= pack(body.json);
    return reply.header('Content-Encoding', 'gzip').send(await body.packed);
  }

  #bodyFor(found: FoundPrograms): Body {
    const programs = [...found.keys()].toSorted().join();
    if (this.#body?.programs === programs) return this.#body;
    const json = Buffer.from(JSON.stringify(this.#make(found)));
    // A weak ETag, since it identifies the list both with and without compression.
    const etag = `W/"${createHash('sha256').update(json).digest('base64url')}"`;
    this.#body = { programs, json, etag };
    return this.#body;
  }
}

/** True if `If-None-Match` contains the current ETag (RFC 9110, 13.1.2). */
function names(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''));
}

/** True if `Accept-Encoding` includes gzip with a weight above 0 (RFC 9110, 12.5.3). */
function takesGzip(header: string | string[] | undefined): boolean {
  const codings = String(header ?? '')
    .toLowerCase()
    .split(',');
  const weights = new Map(
    codings.map((coding) => {
      const [name = '', ...parameters] = coding.split(';').map((each) => each.trim());
      const weight = parameters.find((each) => each.startsWith('q='))?.slice('q='.length) ?? '1';
      return [name, Number(weight)] as const;
    }),
  );
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}
