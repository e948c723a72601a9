import { TransportError } from '../../contract/errors.ts';
import type { Redact } from './redaction.ts';
import type { HttpResponse } from './response.ts';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The target of a redirect, or `undefined` for any other answer. */
export function redirectTarget(answer: HttpResponse, from: URL): URL | undefined {
  const location = answer.headers.get('location');
  if (!redirects.has(answer.status) || location === undefined) return undefined;
  return URL.parse(location, from.href) ?? undefined;
}

/** An error for a redirect that isn't followed: the key goes to one origin, and a submission is sent once. */
export function redirected(answer: HttpResponse, from: URL, to: URL, redact: Redact): TransportError {
  return new TransportError(
    'transport.redirected',
    `${from.host} redirects to ${redact(to.origin)}, and the redirect wasn’t followed. If that’s the service’s address, set it as the base URL.`,
    { status: answer.status, requestComplete: answer.requestComplete() },
  );
}

/** True if an address is at least as safe from eavesdroppers as the service's own. */
export function isAsSecure(target: URL, baseUrl: URL): boolean {
  return target.protocol === 'https:' || (target.protocol === 'http:' && baseUrl.protocol === 'http:');
}
