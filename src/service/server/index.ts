/** The embedded and the standalone service in one bundle. Each loads its parts on demand. */
export { runEmbedded } from './embedded.ts';
export { runStandalone } from './standalone.ts';
