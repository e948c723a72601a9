/** The first argument of the child process that serves the extension. */
export const localRole = 'local';

/** The first argument of a child process that runs conversions, and of its watchdog thread. */
export const workerRole = 'worker';
export const watchdogRole = 'watchdog';
