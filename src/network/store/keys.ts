/** What all submissions have arrived under, and all results. */
export const incomingPrefix = 'incoming/';
export const resultPrefix = 'jobs/';

/** A file of a submission; `name` is ours, such as `input-1`. */
export function incomingKey(job: string, name: string): string {
  return `${incomingPrefix}${job}/${name}`;
}

/** What an attempt has made: another attempt never touches it. */
export function resultKey(job: string, attempt: number): string {
  return `${resultPrefix}${job}/${attempt}/output`;
}

/** What all keys of a job begin with. */
export function prefixesOf(job: string): readonly string[] {
  return [incomingPrefix, resultPrefix].map((prefix) => `${prefix}${job}/`);
}

/** The job that a key belongs to. */
export function jobOfKey(key: string): string {
  return key.split('/')[1] ?? '';
}
