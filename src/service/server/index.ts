/** The service's two forms in one bundle; each loads its parts on demand. */
export { runEmbedded } from './embedded.ts';
export { runStandalone } from './standalone.ts';
