/** A WebAssembly file. The build puts it next to the bundle and exports its name. */
declare module '*.wasm' {
  const fileName: string;
  export default fileName;
}

/** TypeScript declares WebAssembly only for browsers. */
declare namespace WebAssembly {
  // eslint-disable-next-line typescript/no-unnecessary-type-parameters
  function instantiate<Exports>(
    wasm: Uint8Array,
  ): Promise<{ readonly instance: { readonly exports: Exports } }>;
}

/** Compiles libav.js's WebAssembly. The settings are Emscripten's. */
declare module '@libav.js/variant-obsolete/factory' {
  export default function factory(settings: object): Promise<unknown>;
}
