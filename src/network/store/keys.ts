/** The prefixes of the keys of all submissions and all results. */
export const incomingPrefix = 'incoming/';
export const resultPrefix = 'jobs/';

/** Returns the key of a submitted file. The name is generated, such as `input-1`. */
export function incomingKey(job: string, name: string): string {
  return `${incomingPrefix}${job}/${name}`;
}

/** Returns the name of a part of a file that its sender stored in parts. */
export function partName(part: number): string {
  return `part-${part}`;
}

/** Returns the key of an attempt's result. Other attempts use other keys. */
export function resultKey(job: string, attempt: number): string {
  return `${resultPrefix}${job}/${attempt}/output`;
}

/** Returns the prefixes of all keys of a job. */
export function prefixesOf(job: string): readonly string[] {
  return [incomingPrefix, resultPrefix].map((prefix) => `${prefix}${job}/`);
}

/** Returns the id of the job that a key belongs to. */
export function jobOfKey(key: string): string {
  return key.split('/')[1] ?? '';
}
