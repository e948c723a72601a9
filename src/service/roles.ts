/** The first argument of the child process that serves the extension. */
export const embeddedRole = 'embedded';

/** The first argument of the child process that runs conversions, and of the thread that watches over it. */
export const workerRole = 'worker';
export const watchdogRole = 'watchdog';
