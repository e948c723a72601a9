/** Compiles the WebAssembly of libav.js; the settings are those of Emscripten. */
declare module '@libav.js/variant-obsolete/factory' {
  export default function factory(settings: object): Promise<unknown>;
}
