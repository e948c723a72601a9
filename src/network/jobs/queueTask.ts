/** What the queue calls the doing of a job. */
export const queueTask = 'job';
