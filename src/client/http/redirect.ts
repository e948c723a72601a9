import { TransportError } from '../../contract/errors.ts';
import type { Answer } from './answer.ts';
import type { Redact } from './redaction.ts';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Where an answer leads, or `undefined` when it is no redirect. */
export function redirectTarget(answer: Answer, from: URL): URL | undefined {
  const location = answer.headers.get('location');
  if (!redirects.has(answer.status) || location === undefined) return undefined;
  return URL.parse(location, from.href) ?? undefined;
}

/** A redirect that is not followed: the key goes to one origin, and a submission is sent once. */
export function redirected(answer: Answer, from: URL, to: URL, redact: Redact): TransportError {
  return new TransportError(
    'transport.redirected',
    `${from.host} redirects to ${redact(to.origin)}, which is not followed. If that is the service's address, set it as the base URL.`,
    { status: answer.status, requestComplete: answer.requestComplete() },
  );
}

/** Whether an address keeps what is fetched from it as safe from listeners as the service's own does. */
export function isAsSecure(target: URL, baseUrl: URL): boolean {
  return target.protocol === 'https:' || (target.protocol === 'http:' && baseUrl.protocol === 'http:');
}
