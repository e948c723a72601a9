/** What compiles the WebAssembly of libav.js; only the package's own front calls it. */
declare module '@libav.js/variant-obsolete/factory' {
  const factory: unknown;
  export default factory;
}
