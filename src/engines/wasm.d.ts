/** A WebAssembly file that the build puts beside the bundle; the import is its name there. */
declare module '*.wasm' {
  const fileName: string;
  export default fileName;
}

/** The libraries of TypeScript declare it for browsers only. */
declare namespace WebAssembly {
  // eslint-disable-next-line typescript/no-unnecessary-type-parameters
  function instantiate<Exports>(
    wasm: Uint8Array,
  ): Promise<{ readonly instance: { readonly exports: Exports } }>;
}
