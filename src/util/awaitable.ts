/** A value that is available now or later. */
export type Awaitable<T> = T | Promise<T>;
