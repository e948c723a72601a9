/** The prefixes of all submissions and all results. */
export const incomingPrefix = 'incoming/';
export const resultPrefix = 'jobs/';

/** A file of a submission; we choose `name`, such as `input-1`. */
export function incomingKey(job: string, name: string): string {
  return `${incomingPrefix}${job}/${name}`;
}

/** The result of an attempt. Other attempts never touch it. */
export function resultKey(job: string, attempt: number): string {
  return `${resultPrefix}${job}/${attempt}/output`;
}

/** The prefixes of all keys of a job. */
export function prefixesOf(job: string): readonly string[] {
  return [incomingPrefix, resultPrefix].map((prefix) => `${prefix}${job}/`);
}

/** The job of a key. */
export function jobOfKey(key: string): string {
  return key.split('/')[1] ?? '';
}
