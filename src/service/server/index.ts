/** The service in its two forms, a bundle of which each runs what it needs, when it needs it. */
export { runEmbedded } from './embedded.ts';
export { runStandalone } from './standalone.ts';
