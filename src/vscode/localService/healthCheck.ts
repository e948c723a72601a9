import { request } from 'node:http';
import { apiKeyHeader, routes } from '../../contract/routes.ts';
import { serviceUnavailable } from './serviceUnavailable.ts';

/**
 * Requests a list from the service over its socket.
 * @throws CodedError `localService.unavailable` for any answer except a success
 */
export async function checkHealth(socketPath: string, key: string, signal: AbortSignal): Promise<void> {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const options = {
      socketPath,
      signal,
      agent: false,
      path: routes.discovery('compress'),
      headers: { [apiKeyHeader]: key },
    };
    request(options, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', (cause) => reject(serviceUnavailable('The local service isn’t responding.', { cause })))
      .end();
  });
  if (status !== 200) throw serviceUnavailable(`The local service responded with ${status}.`);
}
