import type { NetworkConnection } from '../../client/index.ts';
import { CodedError } from '../../contract/errors.ts';
import type { Problem } from '../../jobs/core/job.ts';
import { problemOf } from '../../jobs/core/problem.ts';
import type { Connections } from './connections.ts';
import type { ConnectionTrial } from './connectionCheck.ts';

/** The time limit for a new key. Some services take this long to accept one. */
export const patienceMs = 30_000;
/** Time limit for a test. No usable service takes longer, and users don't mind waiting this long. */
const lookMs = 5000;

/** Tests a network and a key with one request, which is free. Never rejects, and has a time limit. */
export async function tryNetwork(
  connections: Connections,
  baseUrl: URL,
  key: string,
  waitMs = lookMs,
): Promise<ConnectionTrial> {
  let connection: NetworkConnection | undefined;
  const trial = (outcome: ConnectionTrial['outcome']): ConnectionTrial => ({
    host: baseUrl.host,
    proxy: connection?.proxyHost,
    at: Date.now(),
    outcome,
  });
  try {
    connection = await connections.tryOut(baseUrl, key);
    return trial({ kind: 'answered', facts: await connection.client.probe(AbortSignal.timeout(waitMs)) });
  } catch (error) {
    return trial({ kind: 'failed', problem: problemOfTrial(error) });
  } finally {
    connection?.dispose();
  }
}

/** True if the network charges with the tested key, or doesn't say whether it does. */
export function chargesAt({ outcome }: ConnectionTrial): boolean {
  return outcome.kind === 'failed' || outcome.facts.entitlements.charges;
}

/** The reason why an address isn't that of a network; `undefined` if it is. Sends no key. */
export async function addressProblem(connections: Connections, baseUrl: URL): Promise<Problem | undefined> {
  let connection: NetworkConnection | undefined;
  try {
    connection = await connections.tryOut(baseUrl);
    await connection.client.recognize(AbortSignal.timeout(lookMs));
    return undefined;
  } catch (error) {
    return problemOfTrial(error);
  } finally {
    connection?.dispose();
  }
}

/** The account page that a network announces; `undefined` if it announces none. Sends no key. */
export async function announcedAccountPage(connections: Connections, baseUrl: URL): Promise<URL | undefined> {
  let connection: NetworkConnection | undefined;
  try {
    connection = await connections.tryOut(baseUrl);
    const { authUrl } = await connection.client.announcement(AbortSignal.timeout(lookMs));
    return authUrl === undefined ? undefined : new URL(authUrl);
  } catch {
    // Announcements are optional for services.
    return undefined;
  } finally {
    connection?.dispose();
  }
}

/** True if there is an identity provider at an address that protects what is sent to it. */
export async function offersSignIn(connections: Connections, authUrl: URL): Promise<boolean> {
  if (travelsInClear(authUrl)) return false;
  const provider = await connections.identityProvider(authUrl);
  try {
    await provider.discover(AbortSignal.timeout(lookMs));
    return true;
  } catch {
    // An account page isn't necessarily an identity provider.
    return false;
  } finally {
    provider.dispose();
  }
}

/** True if others can read what is sent to an address: it isn't encrypted, and leads to another computer. */
export function travelsInClear({ protocol, hostname }: URL): boolean {
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
  return protocol !== 'https:' && !isLoopback;
}

/** The error for a request that took longer than {@link patienceMs}. */
export function noResponse(): CodedError {
  return new CodedError('transport.unreachable', 'There was no response in time.');
}

function problemOfTrial(error: unknown): Problem {
  const isSilent = error instanceof Error && error.name === 'TimeoutError';
  return problemOf(isSilent ? noResponse() : error);
}
