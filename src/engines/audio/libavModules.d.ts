/** Compiles libav.js's WebAssembly. The settings are Emscripten's. */
declare module '@libav.js/variant-obsolete/factory' {
  export default function factory(settings: object): Promise<unknown>;
}
