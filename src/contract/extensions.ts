import { asNumber, asObject, asText } from './read.ts';

/** The header with the key of a submission that may be repeated (api-extensions.md, Repeated submissions). */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** Query parameter of a job's status: the number of seconds to wait for its end (api-extensions.md, Long polls). */
export const waitQuery = 'wait';

/** A service's extensions, as it announces them (api-extensions.md, Announcement). */
export interface Extensions {
  /** How long the service remembers the key of a submission; absent if it ignores keys. */
  readonly idempotencyKeySeconds?: number;
  /** The longest wait for the end of a job; absent if requests for a job are answered immediately. */
  readonly longPollSeconds?: number;
  /** The address of the identity provider, where people sign in for a key; absent if there is none. */
  readonly authUrl?: string;
}

/** The extensions of the network, and of the local service as its stand-in. */
export const ownExtensions = { idempotencyKeySeconds: 86_400, longPollSeconds: 20 } as const;

/** Reads an announcement; anything else than a positive number of seconds or a web address counts as absent. */
export function parseExtensions(body: unknown): Extensions {
  const announced = asObject(body) ?? {};
  const seconds = (name: 'idempotencyKeySeconds' | 'longPollSeconds'): Extensions => {
    const value = asNumber(announced[name]);
    return value !== undefined && value > 0 ? { [name]: value } : {};
  };
  const authUrl = asText(announced['authUrl']) ?? '';
  const isWeb = URL.canParse(authUrl) && /^https?:$/.test(new URL(authUrl).protocol);
  return {
    ...seconds('idempotencyKeySeconds'),
    ...seconds('longPollSeconds'),
    ...(isWeb && { authUrl }),
  };
}
