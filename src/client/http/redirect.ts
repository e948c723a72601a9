import { TransportError } from '../../contract/errors.ts';
import type { Answer } from './answer.ts';
import type { Redact } from './redaction.ts';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The target of a redirect, or `undefined` for any other answer. */
export function redirectTarget(answer: Answer, from: URL): URL | undefined {
  const location = answer.headers.get('location');
  if (!redirects.has(answer.status) || location === undefined) return undefined;
  return URL.parse(location, from.href) ?? undefined;
}

/** An error for a redirect that isn't followed: the key goes to one origin, and a submission is sent once. */
export function redirected(answer: Answer, from: URL, to: URL, redact: Redact): TransportError {
  return new TransportError(
    'transport.redirected',
    `${from.host} redirects to ${redact(to.origin)}, which is not followed. If that is the service's address, set it as the base URL.`,
    { status: answer.status, requestComplete: answer.requestComplete() },
  );
}

/** True if an address protects a download from eavesdroppers as well as the service's own does. */
export function isAsSecure(target: URL, baseUrl: URL): boolean {
  return target.protocol === 'https:' || (target.protocol === 'http:' && baseUrl.protocol === 'http:');
}
